package io.azureccm.common.config.flags;

import static io.azureccm.common.config.flags.FlagSpec.ignored;
import static io.azureccm.common.config.flags.FlagSpec.ignoredSwitch;

import java.util.ArrayList;
import java.util.List;

/** Flags of the reference and of its node daemon that are accepted so that command lines can be kept. */
final class IgnoredFlags {

    private static final String LOGGING = "logging is set with --v and --logging.level.*";

    private static final String WEBHOOK = "there are no webhooks";

    private IgnoredFlags() {}

    static List<FlagSpec<?>> list() {
        List<FlagSpec<?>> flags = new ArrayList<>(List.of(
                ignored("concurrent-service-syncs", "all Services of a load balancer are worked on together, and load "
                        + "balancers in parallel"),
                ignored("min-resync-period",
                        "informers are not resynced: nodes, routes and load balancers are compared "
                                + "with Azure at intervals of their own"),
                ignored("controller-start-interval", "every app is one controller, there are no others to wait for"),
                ignored("kube-api-content-type", "the Kubernetes API is spoken to in JSON"),
                ignored("node-sync-period", "it is deprecated and has no effect in the reference either"),
                ignored("node-cidr-mask-size", "node-cidr-mask-size-ipv4 and -ipv6 are the ones that count").loud(),
                ignoredSwitch("allow-untagged-cloud", "the cluster always has a name"),
                ignoredSwitch("use-service-account-credentials", "every app has a service account of its own").loud(),
                ignored("external-cloud-volume-plugin", "volumes are not handled here").loud(),
                ignoredSwitch("enable-leader-migration", "every app has a lease of its own").loud(),
                ignored("leader-migration-config", "every app has a lease of its own").loud(),
                ignoredSwitch("profiling", "there is no pprof; the actuator offers thread and heap dumps"),
                ignoredSwitch("contention-profiling", "there is no pprof; the actuator offers thread and heap dumps"),
                ignored("http2-max-streams-per-connection", "the port's defaults hold"),
                ignoredSwitch("authentication-tolerate-lookup-failure",
                        "a config map that cannot be read ends nothing, it is read again until it can be"),
                ignoredSwitch("permit-address-sharing", "the port is never shared"),
                ignoredSwitch("permit-port-sharing", "the port is never shared"),
                ignored("tls-sni-cert-key", "the port has one certificate").loud(),
                ignored("tls-curve-preferences", "the platform chooses curves"),
                ignored("emulated-version", "feature gates have no versions here"),
                ignoredSwitch("emulation-forward-compatible", "feature gates have no versions here"),
                ignored("min-compatibility-version", "feature gates have no versions here"),
                ignored("node-name", "one instance takes care of all nodes"),
                ignoredSwitch("use-instance-metadata", "one instance takes care of all nodes and asks ARM"),
                ignoredSwitch("windows-service", "the suite runs in containers"),
                ignored("log-flush-frequency", LOGGING), ignored("vmodule", LOGGING).loud(),
                ignored("logging-format", LOGGING)));
        List.of("log-dir", "log-file", "log-file-max-size", "log-backtrace-at", "stderrthreshold")
                .forEach(n -> flags.add(ignored(n, LOGGING)));
        List.of("logtostderr", "alsologtostderr", "add-dir-header", "one-output", "skip-headers", "skip-log-headers")
                .forEach(n -> flags.add(ignoredSwitch(n, LOGGING)));
        List.of("webhooks", "webhook-bind-address", "webhook-cert-dir", "webhook-secure-port", "webhook-tls-cert-file",
                "webhook-tls-private-key-file", "webhook-tls-cipher-suites", "webhook-tls-min-version",
                "webhook-tls-sni-cert-key").forEach(n -> flags.add(ignored(n, WEBHOOK)));
        return List.copyOf(flags);
    }
}
