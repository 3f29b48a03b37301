package io.azureccm.common.config.flags;

import static io.azureccm.common.config.flags.FlagSpec.all;

import io.azureccm.common.config.options.App;
import io.azureccm.common.config.options.ControllerName;
import io.azureccm.common.config.options.LeaseName;
import io.azureccm.common.config.options.NodeFilter;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/** Flags of every app. */
final class CommonFlags {

    static final FlagSpec<Boolean> DRY_RUN = all("dry-run", FlagType.BOOL, false,
            "Watch, plan and print every plan, but write nothing, neither to Azure nor to Kubernetes");

    static final FlagSpec<Boolean> SHADOW = all("shadow", FlagType.BOOL, false,
            "A dry run next to the controller in charge: compares what that controller leaves in Azure with its"
                    + " own plan, and gives a verdict");

    static final FlagSpec<Integer> VERBOSITY = all("v", FlagType.integer(0, 100), 0,
            "Log verbosity: 0 normal, 4 and above debug, 6 and above trace");

    static final FlagSpec<String> CLOUD_PROVIDER = all("cloud-provider",
            FlagType.single("string", "azure", s -> Optional.of(s).filter(v -> v.isEmpty() || v.equals("azure")),
                    v -> v),
            "azure", "Only azure is supported");

    static final FlagSpec<String> CLOUD_CONFIG = all("cloud-config", FlagType.TEXT, "",
            "File with the cloud config, YAML or JSON");

    static final FlagSpec<String> SECRET_NAME = all("cloud-config-secret-name", FlagType.TEXT, "",
            "Secret with the cloud config; used if no file is given, or merged over the file");

    static final FlagSpec<String> SECRET_NAMESPACE = all("cloud-config-secret-namespace", FlagType.TEXT, "kube-system",
            "Namespace of that secret");

    static final FlagSpec<String> SECRET_KEY = all("cloud-config-key", FlagType.TEXT, "cloud-config",
            "Key in that secret");

    static final FlagSpec<Boolean> DYNAMIC_RELOADING = all("enable-dynamic-reloading", FlagType.BOOL, false,
            "Apply changes of the cloud config at runtime");

    static final FlagSpec<List<String>> CONTROLLERS = all("controllers",
            new FlagType<>("list", "* or names of controllers, with a leading dash to disable one",
                    FlagType.LIST.reader(), FlagType.LIST.writer(), FlagType.Kind.LIST),
            List.of("*"), "Controllers to run, of those in this app: " + String.join(", ", ControllerName.names()));

    static final FlagSpec<String> CLUSTER_NAME = all("cluster-name", FlagType.TEXT, "kubernetes",
            "Name of the cluster; names the load balancer and marks the resources that belong to the cluster");

    static final FlagSpec<Optional<NodeFilter>> NODE_FILTER = all("node-filter-requirements",
            FlagType.single("selector", "a label selector such as role=worker,!virtual",
                    s -> s.isBlank() ? Optional.of(Optional.empty()) : NodeFilter.parse(s).map(Optional::of),
                    v -> v.map(NodeFilter::text).orElse("")),
            Optional.empty(), "Nodes to manage; applies to nodes only, not to Services and EndpointSlices");

    static final FlagSpec<Boolean> LEADER_ELECT = all("leader-elect", FlagType.BOOL, true,
            "Use leader election: of several instances only the holder of the lease works");

    static final FlagSpec<Duration> LEASE_DURATION = all("leader-elect-lease-duration", FlagType.POSITIVE_DURATION,
            Duration.ofSeconds(15), "How long a lease is valid without being renewed");

    static final FlagSpec<Duration> RENEW_DEADLINE = all("leader-elect-renew-deadline", FlagType.POSITIVE_DURATION,
            Duration.ofSeconds(10), "How long the leader tries to renew the lease before it stops; less than the"
                    + " lease duration");

    static final FlagSpec<Duration> RETRY_PERIOD = all("leader-elect-retry-period", FlagType.POSITIVE_DURATION,
            Duration.ofSeconds(2), "Pause between attempts to acquire or renew the lease");

    static final FlagSpec<String> RESOURCE_LOCK = all("leader-elect-resource-lock",
            FlagType.single("string", "leases", s -> Optional.of(s).filter("leases"::equals), v -> v), "leases",
            "Only leases is supported");

    static final FlagSpec<String> LEASE_NAME = FlagSpec.perApp("leader-elect-resource-name", FlagType.TEXT,
            App::leaseName,
            "Name of the lease");

    static final FlagSpec<String> LEASE_NAMESPACE = all("leader-elect-resource-namespace", FlagType.TEXT, "kube-system",
            "Namespace of the lease");

    static final FlagSpec<List<LeaseName>> WAIT_FOR_LEASES = FlagSpec.perApp("wait-for-leases", FlagType.LEASES,
            app -> List.of(LeaseName.GO_CONTROLLER_MANAGER, new LeaseName("kube-system", app.leaseName()),
                    LeaseName.ANY_GO_CONTROLLER_MANAGER),
            "Leases of other programs that may do the same work, as namespace/name, or */name for those that a search"
                    + " of all namespaces finds, if that is allowed: the leader writes nothing while one of them is renewed."
                    + " If not set, also cloud-controller-manager in the namespace of the own lease. Leave out the leases"
                    + " of programs that do not do this work; if empty, the leader does not wait");

    static final FlagSpec<String> KUBECONFIG = all("kubeconfig", FlagType.TEXT, "",
            "Kubeconfig file; the pod's service account if not set");

    static final FlagSpec<String> MASTER = all("master", FlagType.TEXT, "",
            "Address of the Kubernetes API; overrides the one in the kubeconfig");

    static final FlagSpec<Double> QPS = all("kube-api-qps", FlagType.DECIMAL, 100.0,
            "Requests per second to the Kubernetes API, negative for no limit; events have a separate limit");

    static final FlagSpec<Integer> BURST = all("kube-api-burst", FlagType.integer(0, Integer.MAX_VALUE), 200,
            "Burst of requests to the Kubernetes API");

    static final FlagSpec<List<String>> FEATURE_GATES = all("feature-gates", FlagType.LIST, List.of(),
            "Pairs such as AllAlpha=true; no feature gate has an effect here, a notice at the start says why");

    static final FlagSpec<Boolean> HELP = all("help", FlagType.BOOL, false, "Print this text and exit");

    static final FlagSpec<Boolean> VERSION = all("version",
            new FlagType<>("", "true, false or raw",
                    s -> s.equals("raw") ? Optional.of(true) : FlagType.BOOL.reader().apply(s),
                    FlagType.BOOL.writer(), FlagType.Kind.SWITCH),
            false, "Print the version and exit");

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
