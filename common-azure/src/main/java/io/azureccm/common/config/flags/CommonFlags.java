package io.azureccm.common.config.flags;

import static io.azureccm.common.config.flags.FlagSpec.all;

import io.azureccm.common.config.options.App;
import io.azureccm.common.config.options.ControllerName;
import io.azureccm.common.config.options.LeaseName;
import io.azureccm.common.config.options.NodeFilter;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/** Flags that mean something to every app. */
final class CommonFlags {

    static final FlagSpec<Boolean> DRY_RUN = all("dry-run", FlagType.BOOL, false,
            "Watch, plan and print every plan, but write nothing, neither to Azure nor to Kubernetes");

    static final FlagSpec<Boolean> SHADOW = all("shadow", FlagType.BOOL, false,
            "A dry run beside the controller in charge that compares what that one leaves with its own plan, and comes to a verdict");

    static final FlagSpec<Integer> VERBOSITY = all("v", FlagType.integer(0, 100), 0,
            "Log verbosity: 0 normal, 4 and up debug, 6 and up trace");

    static final FlagSpec<String> CLOUD_PROVIDER = all("cloud-provider",
            FlagType.single("string", "azure", s -> Optional.of(s).filter(v -> v.isEmpty() || v.equals("azure")),
                    v -> v),
            "azure", "Only azure is possible");

    static final FlagSpec<String> CLOUD_CONFIG = all("cloud-config", FlagType.TEXT, "",
            "File with the cloud config, YAML or JSON");

    static final FlagSpec<String> SECRET_NAME = all("cloud-config-secret-name", FlagType.TEXT, "",
            "Secret with the cloud config; read when no file is given, or laid over the file");

    static final FlagSpec<String> SECRET_NAMESPACE = all("cloud-config-secret-namespace", FlagType.TEXT, "kube-system",
            "Namespace of that secret");

    static final FlagSpec<String> SECRET_KEY = all("cloud-config-key", FlagType.TEXT, "cloud-config",
            "Key in that secret");

    static final FlagSpec<Boolean> DYNAMIC_RELOADING = all("enable-dynamic-reloading", FlagType.BOOL, false,
            "Follow changes of the cloud config while running");

    static final FlagSpec<List<String>> CONTROLLERS = all("controllers",
            new FlagType<>("list", "* or names of controllers, with a dash in front to switch one off",
                    FlagType.LIST.reader(), FlagType.LIST.writer(), FlagType.Kind.LIST),
            List.of("*"), "Controllers to run, of those in this app: " + String.join(", ", ControllerName.names()));

    static final FlagSpec<String> CLUSTER_NAME = all("cluster-name", FlagType.TEXT, "kubernetes",
            "Name of the cluster; names the load balancer and marks what is ours");

    static final FlagSpec<Optional<NodeFilter>> NODE_FILTER = all("node-filter-requirements",
            FlagType.single("selector", "a label selector such as role=worker,!virtual",
                    s -> s.isBlank() ? Optional.of(Optional.empty()) : NodeFilter.parse(s).map(Optional::of),
                    v -> v.map(NodeFilter::text).orElse("")),
            Optional.empty(), "Nodes to care about; applies to nodes only, not to Services and EndpointSlices");

    static final FlagSpec<Boolean> LEADER_ELECT = all("leader-elect", FlagType.BOOL, true,
            "Only one of several instances works, the holder of a lease");

    static final FlagSpec<Duration> LEASE_DURATION = all("leader-elect-lease-duration", FlagType.POSITIVE_DURATION,
            Duration.ofSeconds(15), "How long a lease holds without being renewed");

    static final FlagSpec<Duration> RENEW_DEADLINE = all("leader-elect-renew-deadline", FlagType.POSITIVE_DURATION,
            Duration.ofSeconds(10), "How long the leader tries to renew before it stops; less than the lease duration");

    static final FlagSpec<Duration> RETRY_PERIOD = all("leader-elect-retry-period", FlagType.POSITIVE_DURATION,
            Duration.ofSeconds(2), "Pause between tries to get or renew the lease");

    static final FlagSpec<String> RESOURCE_LOCK = all("leader-elect-resource-lock",
            FlagType.single("string", "leases", s -> Optional.of(s).filter("leases"::equals), v -> v), "leases",
            "Only leases is possible");

    static final FlagSpec<String> LEASE_NAME = FlagSpec.perApp("leader-elect-resource-name", FlagType.TEXT,
            App::leaseName,
            "Name of the lease");

    static final FlagSpec<String> LEASE_NAMESPACE = all("leader-elect-resource-namespace", FlagType.TEXT, "kube-system",
            "Namespace of the lease");

    static final FlagSpec<List<LeaseName>> WAIT_FOR_LEASES = FlagSpec.perApp("wait-for-leases", FlagType.LEASES,
            app -> List.of(LeaseName.GO_CONTROLLER_MANAGER, new LeaseName("kube-system", app.leaseName())),
            "Leases of other programs that may do the same work, as namespace/name: the leader writes nothing while one of them is"
                    + " renewed. Leave out those whose programs leave this work alone; empty waits for none");

    static final FlagSpec<String> KUBECONFIG = all("kubeconfig", FlagType.TEXT, "",
            "File with the way to the Kubernetes API; the pod's service account when not set");

    static final FlagSpec<String> MASTER = all("master", FlagType.TEXT, "",
            "Address of the Kubernetes API; goes before the one in the kubeconfig");

    static final FlagSpec<Double> QPS = all("kube-api-qps", FlagType.DECIMAL, 100.0,
            "Requests per second to the Kubernetes API, negative for no limit; events are counted apart");

    static final FlagSpec<Integer> BURST = all("kube-api-burst", FlagType.integer(0, Integer.MAX_VALUE), 200,
            "Requests to the Kubernetes API that may come at once");

    static final FlagSpec<List<String>> FEATURE_GATES = all("feature-gates", FlagType.LIST, List.of(),
            "Pairs such as AllAlpha=true; no gate changes anything here, a notice at the start says why");

    static final FlagSpec<Boolean> HELP = all("help", FlagType.BOOL, false, "Print this text and end");

    static final FlagSpec<Boolean> VERSION = all("version", FlagType.BOOL, false, "Print the version and end");

    private CommonFlags() {}

    static List<FlagSpec<?>> list() {
        return List.of(DRY_RUN, SHADOW, VERBOSITY, CLOUD_PROVIDER, CLOUD_CONFIG, SECRET_NAME, SECRET_NAMESPACE,
                SECRET_KEY,
                DYNAMIC_RELOADING, CONTROLLERS, CLUSTER_NAME, NODE_FILTER, LEADER_ELECT, LEASE_DURATION, RENEW_DEADLINE,
                RETRY_PERIOD, RESOURCE_LOCK, LEASE_NAME, LEASE_NAMESPACE, WAIT_FOR_LEASES, KUBECONFIG, MASTER, QPS,
                BURST, FEATURE_GATES,
                HELP, VERSION);
    }
}
