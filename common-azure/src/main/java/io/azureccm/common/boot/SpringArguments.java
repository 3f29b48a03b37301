package io.azureccm.common.boot;

import io.azureccm.common.config.flags.ControllerOptions;
import io.azureccm.common.config.flags.LeaderElectionOptions;
import io.azureccm.common.config.flags.ServingOptions;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;

/** Translates flags into Spring's properties: defaults that anything may override, and settings that the flags decide. */
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
        leader(options.leaderElection(), defaults);
        return new SpringArguments(defaults, decided);
    }

    /** {@code --server.port} and {@code SERVER_PORT} go before {@code --secure-port}, so that port is a default even when given. */
    private static void serving(ServingOptions serving, Map<String, Object> defaults) {
        defaults.put("server.port", serving.port() == 0 ? -1 : serving.port());
        if (!serving.bindAddress().isEmpty()) {
            defaults.put("server.address", serving.bindAddress());
        }
        ServingOptions.TlsFiles files = tlsFiles(serving);
        if (files.isSet()) {
            defaults.put("server.ssl.certificate", "file:" + files.certificate());
            defaults.put("server.ssl.certificate-private-key", "file:" + files.key());
            defaults.put("server.ssl.enabled-protocols",
                    serving.minimumTlsVersion().equals("VersionTLS13") ? "TLSv1.3" : "TLSv1.2,TLSv1.3");
            if (!serving.cipherSuites().isEmpty()) {
                defaults.put("server.ssl.ciphers", String.join(",", serving.cipherSuites()));
            }
        }
    }

    private static ServingOptions.TlsFiles tlsFiles(ServingOptions serving) {
        if (serving.files().isSet() || serving.certDirectory().isEmpty())
            return serving.files();
        Path directory = Path.of(serving.certDirectory());
        Path certificate = directory.resolve("tls.crt");
        Path key = directory.resolve("tls.key");
        return certificate.toFile().isFile() && key.toFile().isFile()
                ? new ServingOptions.TlsFiles(certificate.toString(), key.toString())
                : serving.files();
    }

    /** For {@code azureccm.leader-election.mode=configmap} alone; the lease has its options from the flags directly. */
    private static void leader(LeaderElectionOptions leader, Map<String, Object> defaults) {
        defaults.put("spring.cloud.kubernetes.leader.role", leader.resourceName());
        defaults.put("spring.cloud.kubernetes.leader.config-map-name", leader.resourceName());
        defaults.put("spring.cloud.kubernetes.leader.namespace", leader.resourceNamespace());
        // Its own default is a minute, also before the first attempt.
        defaults.put("spring.cloud.kubernetes.leader.update-period", leader.retryPeriod().toMillis() + "ms");
    }
}
