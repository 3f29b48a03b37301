package io.azureccm.common.boot.standby;

import io.azureccm.common.boot.leader.LeaderMode;
import io.azureccm.common.boot.preflight.Preflight;
import io.azureccm.common.boot.settings.HealthSettings;
import io.azureccm.common.boot.settings.LeaderElectionSettings;
import io.azureccm.common.boot.supervisor.ControllerSupervisor;
import io.azureccm.common.config.options.ControllerOptions;
import io.azureccm.common.config.options.LeaderElectionOptions;
import io.azureccm.common.config.options.ServingOptions;
import io.azureccm.common.kube.client.KubeSettings;
import io.azureccm.common.observe.ControllerState;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.core.env.Environment;

/** Determines from a running app what its light standby has to know. */
final class StandbyTasks {
    private static final Path SERVICE_ACCOUNT = Path.of("/var/run/secrets/kubernetes.io/serviceaccount");
    /** Settings of the port that the standby does not implement. */
    private static final List<String> OTHER_PORTS = List.of("management.server.port", "server.ssl.enabled",
            "server.ssl.certificate", "server.ssl.key-store", "server.ssl.bundle", "server.ssl.enabled-protocols",
            "server.ssl.ciphers", "server.servlet.context-path", "management.endpoints.web.base-path");

    private StandbyTasks() {}

    static Duration after(ConfigurableApplicationContext app) {
        return app.getBean(LeaderElectionSettings.class).lightStandbyAfter();
    }

    static Supplier<ControllerState> state(ConfigurableApplicationContext app) {
        return app.getBean(ControllerSupervisor.class);
    }

    /** Empty where an instance has to wait as it is: by its settings, or because the standby cannot do what it does. */
    static Optional<StandbyTask> of(ConfigurableApplicationContext app) {
        Preflight.Cleared cleared = app.getBean(Preflight.Cleared.class);
        ControllerOptions options = cleared.options();
        ServingOptions serving = options.serving();
        Environment environment = app.getEnvironment();
        if (LeaderMode.of(app.getBean(LeaderElectionSettings.class), options) != LeaderMode.LEASE
                || after(app).isZero()
                || OTHER_PORTS.stream().anyMatch(environment::containsProperty)
                || !serving.authentication().kubeconfig().isEmpty() || !serving.authorization().kubeconfig().isEmpty())
            return Optional.empty();
        LeaderElectionOptions lease = options.leaderElection();
        HealthSettings health = app.getBean(HealthSettings.class);
        int port = environment.getProperty("local.server.port", Integer.class, 0);
        ServingOptions.TlsFiles files = serving.tls().found().orElse(serving.tls().files());
        return kube(cleared.kubeSettings(), cleared.environment()).map(kube -> new StandbyTask(options.app().title(),
                kube,
                new StandbyTask.Lease(lease.resourceNamespace(), lease.resourceName(), lease.leaseDuration(),
                        lease.retryPeriod(), lease.renewDeadline().dividedBy(2)),
                new StandbyTask.Port(port, environment.getProperty("server.address", "0.0.0.0"),
                        files.certificate(), files.key(), serving.tls().protocols(), serving.tls().cipherSuites(),
                        new StandbyTask.Probes(health.port(), health.address())),
                new StandbyTask.Access(serving.authentication().tokenTtl(), serving.authorization())));
    }

    private static Optional<StandbyTask.KubeAddress> kube(KubeSettings settings, Map<String, String> environment) {
        if (settings.master().isPresent())
            return Optional.empty();
        String host = environment.getOrDefault("KUBERNETES_SERVICE_HOST", "");
        StandbyTask.KubeAddress address = settings.kubeconfig()
                .map(file -> new StandbyTask.KubeAddress(file.toAbsolutePath().toString(), "", "", ""))
                .orElseGet(() -> new StandbyTask.KubeAddress("",
                        "https://" + (host.contains(":") ? "[" + host + "]" : host) + ":"
                                + environment.getOrDefault("KUBERNETES_SERVICE_PORT", ""),
                        SERVICE_ACCOUNT.resolve("ca.crt").toString(), SERVICE_ACCOUNT.resolve("token").toString()));
        return KubeServer.of(address).map(usable -> address);
    }
}
