package io.azureccm.common.boot.launch;

import io.azureccm.common.config.options.ControllerOptions;
import io.azureccm.common.config.options.LeaderElectionOptions;
import io.azureccm.common.config.options.ServingOptions;
import io.azureccm.common.config.value.ConfigProblem;
import io.azureccm.common.config.value.ConfigProblem.Severity;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.springframework.core.env.Environment;

/** Translates flags into Spring properties: defaults that any source may override, and properties that the flags determine. */
record SpringArguments(Map<String, Object> defaults, Map<String, Object> decided) {
    private static final int DEBUG_FROM = 4;
    private static final int TRACE_FROM = 6;

    static SpringArguments of(ControllerOptions options) {
        Map<String, Object> defaults = new LinkedHashMap<>();
        Map<String, Object> decided = new LinkedHashMap<>();
        defaults.put("spring.application.name", options.app().title());
        serving(options.serving(), defaults);
        int verbosity = options.run().verbosity();
        if (verbosity >= DEBUG_FROM) {
            decided.put("logging.level.io.azureccm", verbosity >= TRACE_FROM ? "TRACE" : "DEBUG");
        }
        decided.put("controller.shadow", options.run().shadow());
        leader(options.leaderElection(), defaults);
        return new SpringArguments(defaults, decided);
    }

    /**
     * {@code --server.port} and {@code SERVER_PORT} take precedence over {@code --secure-port}, so the flag's port is only a
     * default even if it is given.
     */
    private static void serving(ServingOptions serving, Map<String, Object> defaults) {
        defaults.put("server.port", serving.port() == 0 ? -1 : serving.port());
        if (serving.explicitAddress() && !serving.bindAddress().isEmpty()) {
            defaults.put("server.address", serving.bindAddress());
        }
    }

    /** A warning if a given {@code --secure-port} is not the port that is opened. */
    static List<ConfigProblem> port(ServingOptions serving, Environment environment) {
        int port = environment.getProperty("server.port", Integer.class, -1);
        if (!serving.explicitPort() || port == (serving.port() == 0 ? -1 : serving.port()))
            return List.of();
        return List.of(new ConfigProblem(Severity.WARNING, "command line", "--secure-port",
                "port " + serving.port() + " is not used: server.port is " + port
                        + " and takes precedence; expected one of them"));
    }

    /** The default listen address: all addresses, or localhost only without TLS. */
    static Map<String, Object> address(ServingOptions serving, Environment environment) {
        if (environment.containsProperty("server.address") || serving.bindAddress().isEmpty())
            return Map.of();
        boolean plain = !environment.getProperty("server.ssl.enabled", Boolean.class, true);
        return Map.of("server.address", plain ? "127.0.0.1" : serving.bindAddress());
    }

    /** Only for {@code azureccm.leader-election.mode=configmap}; the lease takes its options directly from the flags. */
    private static void leader(LeaderElectionOptions leader, Map<String, Object> defaults) {
        defaults.put("spring.cloud.kubernetes.leader.role", leader.resourceName());
        defaults.put("spring.cloud.kubernetes.leader.config-map-name", leader.resourceName());
        defaults.put("spring.cloud.kubernetes.leader.namespace", leader.resourceNamespace());
        // The library's default is a minute, also before the first attempt.
        defaults.put("spring.cloud.kubernetes.leader.update-period", leader.retryPeriod().toMillis() + "ms");
    }
}
