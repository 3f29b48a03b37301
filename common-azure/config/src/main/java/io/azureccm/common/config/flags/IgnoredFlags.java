package io.azureccm.common.config.flags;

import static io.azureccm.common.config.flags.FlagSpec.ignored;
import static io.azureccm.common.config.flags.FlagSpec.ignoredSwitch;

import java.util.ArrayList;
import java.util.List;

/** Flags of the reference and of its node daemon that are accepted so that command lines need not change. */
final class IgnoredFlags {

    private static final String LOGGING = "logging is set with --v and --logging.level.*";

    private static final String WORKERS = "there are no workers to count: all nodes that are due are planned in one turn,"
            + " and each is written on its own, so that a slow node delays no other; --kube-api-qps limits the writes";

    private static final String WEBHOOK = "there are no webhooks";

    private IgnoredFlags() {}

    static List<FlagSpec<?>> list() {
        List<FlagSpec<?>> flags = new ArrayList<>(forOneReason());
        List.of("concurrent-node-syncs", "concurrent-node-status-updates", "concurrent-node-lifecycle-syncs")
                .forEach(n -> flags.add(ignored(n, WORKERS)));
        List.of("log-dir", "log-file", "log-file-max-size", "log-backtrace-at", "stderrthreshold")
                .forEach(n -> flags.add(ignored(n, LOGGING)));
        List.of("logtostderr", "alsologtostderr", "add-dir-header", "one-output", "skip-headers", "skip-log-headers")
                .forEach(n -> flags.add(ignoredSwitch(n, LOGGING)));
        List.of("webhooks", "webhook-bind-address", "webhook-cert-dir", "webhook-secure-port", "webhook-tls-cert-file",
                "webhook-tls-private-key-file", "webhook-tls-cipher-suites", "webhook-tls-min-version",
                "webhook-tls-sni-cert-key").forEach(n -> flags.add(ignored(n, WEBHOOK)));
        return List.copyOf(flags);
    }

    /** Each for a reason of its own. */
    private static List<FlagSpec<?>> forOneReason() {
        return List.of(
                ignored("concurrent-service-syncs", "all Services of a load balancer are reconciled together, and"
                        + " load balancers in parallel"),
                ignored("min-resync-period",
                        "informers are not resynced: nodes, routes and load balancers are compared with Azure at"
                                + " their own intervals"),
                ignored("controller-start-interval", "every app is one controller; there are no others to wait for"),
                ignored("kube-api-content-type", "the Kubernetes API is accessed with JSON"),
                ignored("node-sync-period", "it is deprecated and has no effect in the reference either"),
                ignored("node-cidr-mask-size", "use node-cidr-mask-size-ipv4 and -ipv6 instead").loud(),
                ignoredSwitch("allow-untagged-cloud", "a cluster name is always set"),
                ignoredSwitch("use-service-account-credentials",
                        "every app already has an identity of its own, that of its pod's service account or of its kubeconfig"),
                ignored("external-cloud-volume-plugin", "volumes are not managed here").loud(),
                ignoredSwitch("enable-leader-migration", "every app has its own lease").loud(),
                ignored("leader-migration-config", "every app has its own lease").loud(),
                ignoredSwitch("profiling", "there is no pprof; the actuator offers thread and heap dumps"),
                ignoredSwitch("contention-profiling", "there is no pprof; the actuator offers thread and heap dumps"),
                ignored("http2-max-streams-per-connection", "the defaults of the port apply"),
                ignoredSwitch("authentication-tolerate-lookup-failure",
                        "a config map that cannot be read is not fatal; reading it is retried"),
                ignoredSwitch("permit-address-sharing", "the port is never shared"),
                ignoredSwitch("permit-port-sharing", "the port is never shared"),
                ignored("tls-sni-cert-key", "the port has one certificate").loud(),
                ignored("tls-curve-preferences", "the platform selects the curves"),
                ignored("emulated-version", "feature gates are not versioned here"),
                ignoredSwitch("emulation-forward-compatible", "feature gates are not versioned here"),
                ignored("min-compatibility-version", "feature gates are not versioned here"),
                ignored("node-name", "one instance manages all nodes"),
                ignoredSwitch("use-instance-metadata", "one instance manages all nodes and queries ARM"),
                ignoredSwitch("windows-service", "the suite runs in containers"),
                ignored("log-flush-frequency", LOGGING), ignored("vmodule", LOGGING).loud(),
                ignored("logging-format", LOGGING));
    }
}
