package io.azureccm.common.boot.launch;

import io.azureccm.common.boot.CarrierThreads;
import io.azureccm.common.boot.preflight.ActiveProfiles;
import io.azureccm.common.boot.preflight.Preflight;
import io.azureccm.common.boot.preflight.StartNotices;
import io.azureccm.common.boot.settings.AppSettings;
import io.azureccm.common.boot.settings.SettingsReader;
import io.azureccm.common.config.flags.ControllerFlags;
import io.azureccm.common.config.flags.FlagsOutcome;
import io.azureccm.common.config.options.App;
import io.azureccm.common.config.options.ControllerOptions;
import io.azureccm.common.kube.client.KubeClients;
import io.azureccm.common.kube.client.KubeConfigException;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.WebApplicationType;
import org.springframework.context.support.GenericApplicationContext;

/**
 * Starts a program that works for the machine it runs on, in the Spring profile {@code agent}. It takes the flags of its app,
 * but needs no cloud config, no Azure identity and no leadership, and opens no port.
 */
public final class AgentLauncher {
    private static final Logger log = LoggerFactory.getLogger(AgentLauncher.class);
    private static final String NODE_NAME = AppSettings.PREFIX + ".agent.node-name";
    private static final String USER_AGENT = "azureccm-node-agent";
    private static final String CLOUD_CONFIG = "--cloud-config";

    private AgentLauncher() {}

    /** True if the command line or the environment selects the profile. */
    public static boolean isAsked(String[] args, Map<String, String> environment) {
        return isAmong(environment.getOrDefault("SPRING_PROFILES_ACTIVE", "")) || Arrays.stream(args)
                .filter(arg -> arg.startsWith("--spring.profiles.active="))
                .anyMatch(arg -> isAmong(arg.substring(arg.indexOf('=') + 1)));
    }

    private static boolean isAmong(String profiles) {
        return Arrays.asList(profiles.split(",")).contains(ActiveProfiles.AGENT);
    }

    /** For {@code main}: ends the process if the agent does not start. */
    public static void main(App app, Class<?> configuration, String[] args) {
        CarrierThreads.provide();
        ProcessEnd end = ProcessEnd.onSignal();
        if (launch(app, configuration, List.of(args),
                end::watch) instanceof Launch.Ended(int code, List<String> lines)) {
            lines.forEach(code == 0 ? System.out::println : System.err::println);
            end.exit(code);
        }
    }

    public static Launch launch(App app, Class<?> configuration, List<String> args) {
        return launch(app, configuration, args, spring -> {});
    }

    private static Launch launch(App app, Class<?> configuration, List<String> args,
            Consumer<SpringApplication> watch) {
        List<String> all = new ArrayList<>(args);
        if (args.stream().noneMatch(arg -> arg.startsWith(CLOUD_CONFIG)))
            all.add(CLOUD_CONFIG + "=none");
        nodeName(args).ifPresent(name -> all.add("--" + NODE_NAME + "=" + name));
        return switch (ControllerFlags.parse(app, all)) {
            case FlagsOutcome.Help(String text) -> new Launch.Ended(0, List.of(text));
            case FlagsOutcome.Version version ->
                new Launch.Ended(0, List.of(app.title() + " " + ControllerLauncher.version()));
            case FlagsOutcome.Refused refused -> new Launch.Ended(1, Preflight.lines(refused.problems()));
            case FlagsOutcome.Run run -> start(configuration, run, watch);
        };
    }

    /** The flag of the reference's node daemon; it means nothing to a controller of all nodes. */
    private static Optional<String> nodeName(List<String> args) {
        for (int i = 0; i < args.size(); i++) {
            if (args.get(i).startsWith("--node-name="))
                return Optional.of(args.get(i).substring("--node-name=".length()));
            if (args.get(i).equals("--node-name") && i + 1 < args.size())
                return Optional.of(args.get(i + 1));
        }
        return Optional.empty();
    }

    private static Launch start(Class<?> configuration, FlagsOutcome.Run run, Consumer<SpringApplication> watch) {
        KubernetesClient kubernetes;
        try {
            kubernetes = KubeClients.open(Preflight.kubeSettings(run.options()).withUserAgent(USER_AGENT));
        } catch (KubeConfigException unusable) {
            return new Launch.Ended(1, List.of(unusable.getMessage()));
        }
        SpringApplication spring = new SpringApplication(configuration);
        spring.setWebApplicationType(WebApplicationType.NONE);
        spring.setAdditionalProfiles(ActiveProfiles.AGENT);
        Launch launch = ControllerLauncher.run(spring, run, kubernetes, watch,
                (context, problems) -> prepare(context, run.options(), kubernetes, problems));
        if (launch instanceof Launch.Running)
            log.info("{} runs as an agent for its own machine", run.options().app().title());
        return launch;
    }

    private static void prepare(GenericApplicationContext context, ControllerOptions options,
            KubernetesClient kubernetes, List<String> problems) {
        SettingsReader.Outcome read = SettingsReader.read(context.getEnvironment());
        if (read.failed()) {
            problems.addAll(Preflight.errors(read.problems()));
            return;
        }
        StartNotices.log(log, read.problems());
        StartNotices.log(log, ActiveProfiles.problems(context.getEnvironment(), options.app()));
        read.settings().register(context.getBeanFactory());
        context.registerBean(ControllerOptions.class, () -> options);
        context.registerBean(KubernetesClient.class, () -> kubernetes);
    }
}
