package io.azureccm.common.boot.spring;

import io.azureccm.common.boot.ControllerProgram;
import io.azureccm.common.boot.azure.ConfigFollower;
import io.azureccm.common.boot.launch.ControllerLauncher;
import io.azureccm.common.boot.leader.Election;
import io.azureccm.common.boot.preflight.Preflight;
import io.azureccm.common.config.CloudConfig;
import io.azureccm.common.config.options.ControllerOptions;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.boot.context.event.ApplicationReadyEvent;
import org.springframework.context.ApplicationListener;
import org.springframework.core.env.Environment;

/** Logs once, when everything runs, what this app is, what it works on, and where to find more. Contains no secrets. */
record StartReport(Preflight.Cleared cleared, ControllerProgram program, Election election, ConfigFollower config)
        implements
            ApplicationListener<ApplicationReadyEvent> {
    private static final Logger log = LoggerFactory.getLogger(StartReport.class);

    @Override
    public void onApplicationEvent(ApplicationReadyEvent ready) {
        log.info("{}", text(ready.getApplicationContext().getEnvironment(),
                ready.getTimeTaken() == null ? 0 : ready.getTimeTaken().toMillis()));
    }

    String text(Environment environment, long millis) {
        ControllerOptions options = cleared.options();
        StringBuilder text = new StringBuilder(options.app().title()).append(' ')
                .append(ControllerLauncher.version())
                .append(" for cluster \"")
                .append(options.clusterName())
                .append("\", started in ")
                .append(millis)
                .append(" ms");
        line(text, "watches", program.description(options).watches());
        line(text, "writes", options.run().shadow()
                ? "nothing but an event when its verdict changes: this is a shadow"
                : options.dryRun()
                        ? "nothing: this is a dry run, plans are printed"
                        : program.description(options).writes());
        line(text, "azure", azure());
        line(text, "kubernetes", cleared.kubernetes().getMasterUrl().toString());
        line(text, "leadership", election.decidedBy());
        actuator(environment).ifPresent(url -> {
            line(text, "health", url + "/health  (groups /liveness and /readiness; leadership separate)");
            line(text, "plans", url + "/plans?format=text");
            if (options.run().shadow())
                line(text, "shadow", url + "/shadow?format=text");
            line(text, "metrics", url + "/prometheus");
            line(text, "config", url + "/cloudconfig  (secrets hidden)");
            line(text, "access", "health is open; the rest requires access granted by the cluster");
        });
        return text.toString();
    }

    private String azure() {
        return config.inUse()
                .map(inUse -> describe(inUse.config()))
                .orElse("config from " + config.source() + ", not read yet");
    }

    private static String describe(CloudConfig config) {
        String cloud = config.arm().endpoint().cloud();
        return (cloud.isEmpty() ? "AzurePublicCloud" : cloud) + ", subscription " + config.subscriptionId()
                + ", resource group " + config.resourceGroup()
                + (config.location().isEmpty() ? "" : ", location " + config.location());
    }

    private static Optional<String> actuator(Environment environment) {
        String port = environment.getProperty("local.server.port", "");
        if (port.isEmpty() || port.equals("-1"))
            return Optional.empty();
        String scheme = environment.getProperty("server.ssl.enabled", Boolean.class, true) ? "https" : "http";
        return Optional.of(scheme + "://localhost:" + port + "/actuator");
    }

    private static void line(StringBuilder text, String name, String value) {
        text.append("\n  ").append(String.format("%-11s", name)).append(value);
    }
}
