package io.azureccm.common.boot.launch;

import io.azureccm.common.arm.gateway.HttpProxies;
import io.azureccm.common.boot.CarrierThreads;
import io.azureccm.common.boot.command.CommandLog;
import io.azureccm.common.boot.command.Commands;
import io.azureccm.common.boot.preflight.ActiveProfiles;
import io.azureccm.common.boot.preflight.PortCheck;
import io.azureccm.common.boot.preflight.Preflight;
import io.azureccm.common.boot.preflight.StartNotices;
import io.azureccm.common.boot.settings.SettingsReader;
import io.azureccm.common.boot.settings.azure.SpringCloudAzureSettings;
import io.azureccm.common.boot.standby.LightStandby;
import io.azureccm.common.boot.supervisor.ControllerSupervisor;
import io.azureccm.common.config.CloudConfig;
import io.azureccm.common.config.credential.CredentialChoice;
import io.azureccm.common.config.flags.ControllerFlags;
import io.azureccm.common.config.flags.FlagsOutcome;
import io.azureccm.common.config.options.App;
import io.azureccm.common.config.value.ConfigProblem;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.io.PrintStream;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.boot.Banner;
import org.springframework.boot.SpringApplication;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.support.GenericApplicationContext;
import org.springframework.core.env.MapPropertySource;

/**
 * Starts a controller. Permanent problems (a flag, azure.json, a CA file, a kubeconfig) are reported before anything runs,
 * one line per problem. Temporary problems (an API that is unreachable, a rejected token) are retried and reported by health.
 */
public final class ControllerLauncher {
    private static final Logger log = LoggerFactory.getLogger(ControllerLauncher.class);
    /**
     * Held while Spring sets up logging for the process: apps that start in parallel in one process would interfere with each
     * other.
     */
    private static final ReentrantLock LOGGING = new ReentrantLock();

    private ControllerLauncher() {}

    /**
     * For {@code main}: runs the command that the first argument names and ends the process with its exit code, or else
     * starts the app. Ends the process if the app does not start; otherwise the app runs until the process ends.
     */
    public static void main(Commands commands, Class<?> configuration, String[] args) throws InterruptedException {
        CarrierThreads.provide();
        HttpProxies.allowPasswords();
        ProcessEnd end = ProcessEnd.onSignal();
        List<String> all = List.of(args);
        if (Commands.isNamed(all))
            CommandLog.toStderr(System.err, all);
        OptionalInt ended = commands.run(all, System.getenv(), System.out, System.err);
        if (ended.isPresent()) {
            end.exit(ended.getAsInt());
            return;
        }
        switch (launch(commands, configuration, Commands.controllerArgs(all), System.getenv(), end::watch)) {
            case Launch.Running(ConfigurableApplicationContext context) -> {
                // The app's threads keep the process alive.
                HeapTrim.start(context.getBean(ControllerSupervisor.class)::isIdle);
                LightStandby.start(context);
            }
            case Launch.Ended(int code, List<String> lines) -> {
                PrintStream out = code == 0 ? System.out : System.err;
                lines.forEach(out::println);
                end.exit(code);
            }
        }
    }

    /** Starts an app in this process; {@code environment} holds the variables that azure.json and the CAs depend on. */
    public static Launch launch(App app, Class<?> configuration, List<String> args, Map<String, String> environment) {
        return launch(Commands.of(app), configuration, args, environment, spring -> {});
    }

    private static Launch launch(Commands commands, Class<?> configuration, List<String> args,
            Map<String, String> environment,
            Consumer<SpringApplication> watch) {
        App app = commands.app();
        return switch (ControllerFlags.parse(app, args)) {
            case FlagsOutcome.Help(String text) -> new Launch.Ended(0, List.of(text + commands.help()));
            case FlagsOutcome.Version version -> new Launch.Ended(0, List.of(app.title() + " " + version()));
            case FlagsOutcome.Refused refused -> refused(app, Preflight.lines(refused.problems()));
            case FlagsOutcome.Run run -> {
                try {
                    yield start(configuration, Preflight.clear(run, environment), spring -> {
                        spring.addInitializers(context -> context.getBeanFactory()
                                .registerSingleton("startFlags", new StartFlags(args)));
                        watch.accept(spring);
                    });
                } catch (Preflight.NotCleared notCleared) {
                    yield refused(app, notCleared.lines());
                }
            }
        };
    }

    public static String version() {
        return Optional.ofNullable(ControllerLauncher.class.getPackage().getImplementationVersion()).orElse("dev");
    }

    private static Launch refused(App app, List<String> problems) {
        return new Launch.Ended(1, problems.stream().map(problem -> app.title() + ": " + problem).toList());
    }

    private static Launch start(Class<?> configuration, Preflight.Cleared cleared,
            Consumer<SpringApplication> watch) {
        SpringArguments arguments = SpringArguments.of(cleared.options());
        SpringApplication spring = new SpringApplication(configuration);
        spring.setMainApplicationClass(configuration);
        spring.setDefaultProperties(arguments.defaults());
        Launch launch = run(spring, cleared.run(), cleared.kubernetes(), watch,
                (context, problems) -> prepare(context, cleared, arguments, problems));
        return launch instanceof Launch.Ended ended ? refused(cleared.options().app(), ended.lines()) : launch;
    }

    /**
     * Runs Spring. {@code prepare} is called before any bean is created, and adds the problems because of which the app cannot
     * start; the client is closed then.
     */
    static Launch run(SpringApplication spring, FlagsOutcome.Run run, KubernetesClient kubernetes,
            Consumer<SpringApplication> watch, BiConsumer<GenericApplicationContext, List<String>> prepare) {
        List<String> problems = new ArrayList<>();
        spring.setBannerMode(Banner.Mode.OFF);
        spring.setLogStartupInfo(false);
        spring.addInitializers(context -> {
            CredentialLines.install(new CredentialLines());
            releaseLogging();
            prepare.accept((GenericApplicationContext) context, problems);
            if (!problems.isEmpty())
                throw new SpringApplication.AbandonedRunException(context);
        });
        watch.accept(spring);
        LOGGING.lock();
        try {
            return new Launch.Running(spring.run(run.springArgs().toArray(String[]::new)));
        } catch (SpringApplication.AbandonedRunException refused) {
            kubernetes.close();
            return new Launch.Ended(1, problems);
        } catch (RuntimeException failed) {
            kubernetes.close();
            return new Launch.Ended(1, List.of("cannot start: " + root(failed)));
        } finally {
            releaseLogging();
        }
    }

    private static void releaseLogging() {
        if (LOGGING.isHeldByCurrentThread())
            LOGGING.unlock();
    }

    /** Checks that need Spring's properties; runs before any bean is created. */
    private static void prepare(GenericApplicationContext context, Preflight.Cleared cleared, SpringArguments arguments,
            List<String> problems) {
        CredentialLines.install(new RepeatedLines(System::nanoTime));
        Map<String, Object> decided = new LinkedHashMap<>(arguments.decided());
        SettingsReader.Outcome read = SettingsReader.read(context.getEnvironment());
        if (read.failed()) {
            problems.addAll(Preflight.errors(read.problems()));
        } else {
            read.settings().register(context.getBeanFactory());
        }
        decided.putAll(SpringArguments.address(cleared.options().serving(), context.getEnvironment()));
        context.getEnvironment().getPropertySources().addFirst(new MapPropertySource("flags", decided));
        if (!read.failed())
            problems.addAll(credentialProblems(read.settings().of(SpringCloudAzureSettings.class), cleared));
        problems.addAll(PortCheck.problems(cleared.options()));
        if (!problems.isEmpty()) {
            problems.addAll(Preflight.warnings(cleared.run().notices()));
            return;
        }
        StartNotices.log(log, cleared.run().notices());
        StartNotices.log(log, SpringArguments.port(cleared.options().serving(), context.getEnvironment()));
        StartNotices.log(log, read.problems());
        StartNotices.log(log, ActiveProfiles.problems(context.getEnvironment(), cleared.options().app()));
        context.registerBean(Preflight.Cleared.class, () -> cleared);
    }

    /** Only for a config in a file: one in a Secret is read once the Kubernetes API responds. */
    private static List<String> credentialProblems(SpringCloudAzureSettings spring, Preflight.Cleared cleared) {
        if (!cleared.options().cloudConfig().secretName().isEmpty())
            return List.of();
        CloudConfig config = cleared.configSource().load().parsed().orThrow();
        CredentialChoice choice = spring.hasCredential()
                ? CredentialChoice.optional(config, cleared.configSource().name())
                : CredentialChoice.required(config, cleared.configSource().name());
        List<ConfigProblem> found = new ArrayList<>(choice.problems());
        if (!choice.credentials().configured())
            spring.missingTenant(config.identity().tenantId()).ifPresent(found::add);
        StartNotices.log(log, found.stream().filter(problem -> !problem.isError()).toList());
        return Preflight.errors(found);
    }

    private static String root(Throwable failed) {
        Throwable at = failed;
        while (at.getCause() != null && at.getCause() != at) {
            at = at.getCause();
        }
        return at.getMessage() == null ? at.toString() : at.getMessage().lines().findFirst().orElse(at.toString());
    }
}
