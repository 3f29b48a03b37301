package io.azureccm.e2e.azure;

import io.azureccm.e2e.azure.operations.Latencies;
import io.azureccm.e2e.azure.operations.LatencyFile;
import io.azureccm.e2e.azure.arm.SeedLoader;
import io.azureccm.e2e.azure.throttling.ThrottlingProfile;
import io.azureccm.e2e.azure.types.Limits;
import java.io.IOException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;

/** Command line of the simulator: {@code --name=value} or {@code --name value}. */
public record MainOptions(Map<String, String> values, boolean help) {
    public static final String USAGE = """
            Usage: java -jar azure-simulator-exec.jar [options]
              --port=8443            HTTPS port: ARM and sign-in (0 selects a free one)
              --http-port=8080       HTTP port: ARM, managed identity, metadata, control, page
              --seed=FILE            YAML or JSON: ARM resources, or infrastructure and resources
              --state-dir=DIR        where ca.pem is written (default: azure-simulator)
              --retry-after=1        seconds in Retry-After of unfinished operations; 0 omits it
              --latency-file=FILE    latencies, YAML or JSON
              --limits=azure-default limits profile: azure-default, tiny, none
              --throttling=SCALE     throttle like Azure, with scaled buckets of subscriptions (default: off)
              --page-size=100        entries per page of a list
              --random-seed=1        seed of GUIDs, latencies and fault probabilities
              --accept-any-token     do not check tokens
            """;
    private static final Set<String> KNOWN = Set.of("port", "http-port", "seed", "state-dir", "retry-after",
            "latency-file", "limits", "throttling", "page-size", "random-seed", "accept-any-token");

    public MainOptions {
        values = Map.copyOf(values);
    }

    public static MainOptions parse(String[] args) {
        Map<String, String> values = new LinkedHashMap<>();
        for (int i = 0; i < args.length; i++) {
            if (args[i].equals("--help") || args[i].equals("-h"))
                return new MainOptions(Map.of(), true);
            if (!args[i].startsWith("--"))
                throw new IllegalArgumentException("unexpected argument " + args[i]);
            String[] parts = args[i].substring(2).split("=", 2);
            if (!KNOWN.contains(parts[0]))
                throw new IllegalArgumentException("unknown option --" + parts[0]);
            boolean flag = parts[0].equals("accept-any-token");
            if (parts.length == 1 && !flag && i + 1 == args.length)
                throw new IllegalArgumentException("option --" + parts[0] + " needs a value");
            values.put(parts[0], parts.length == 2 ? parts[1] : flag ? "true" : args[++i]);
        }
        return new MainOptions(values, false);
    }

    public Path stateDirectory() {
        return Path.of(values.getOrDefault("state-dir", "azure-simulator"));
    }

    private int number(String name, int fallback) {
        String value = values.getOrDefault(name, Integer.toString(fallback));
        if (!value.matches("\\d{1,9}"))
            throw new IllegalArgumentException("option --" + name + " must be a number, not " + value);
        return Integer.parseInt(value);
    }

    /** Applies all given options. */
    public AzureSimulatorBuilder apply(AzureSimulatorBuilder builder) throws IOException {
        builder.ports(number("port", 8443), number("http-port", 8080))
                .retryAfter(number("retry-after", 1))
                .pageSize(number("page-size", 100))
                .randomSeed(number("random-seed", 1))
                .limits(Limits.profile(values.getOrDefault("limits", "azure-default")));
        if (values.containsKey("seed"))
            builder.seed(Path.of(values.get("seed")));
        if (values.containsKey("latency-file")) {
            Latencies latencies = LatencyFile.parse(SeedLoader.read(Path.of(values.get("latency-file"))));
            builder.latencies(latencies);
        }
        if (values.containsKey("throttling"))
            builder.throttling(ThrottlingProfile.scaled(Double.parseDouble(values.get("throttling"))));
        return Boolean.parseBoolean(values.get("accept-any-token")) ? builder.acceptAnyToken() : builder;
    }
}
