package io.azureccm.common.config.flags;

import io.azureccm.common.config.options.App;
import io.azureccm.common.config.options.CloudConfigOptions;
import io.azureccm.common.config.options.ClusterOptions;
import io.azureccm.common.config.options.ControllerOptions;
import io.azureccm.common.config.options.ControllerSelection;
import io.azureccm.common.config.options.KubeOptions;
import io.azureccm.common.config.options.LeaderElectionOptions;
import io.azureccm.common.config.options.LeaseName;
import io.azureccm.common.config.options.NodeIpamOptions;
import io.azureccm.common.config.options.NodeOptions;
import io.azureccm.common.config.options.RouteOptions;
import io.azureccm.common.config.options.RunOptions;
import io.azureccm.common.config.options.ServiceOptions;
import io.azureccm.common.config.options.WorkOptions;
import io.azureccm.common.net.Cidr;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;

/** Builds the options records from the values of the flags. */
final class OptionsAssembler {

    static final int MASK_IPV4 = 24;

    static final int MASK_IPV6 = 64;

    private final App app;

    private final FlagValues v;

    private OptionsAssembler(App app, FlagValues values) {
        this.app = app;
        this.v = values;
    }

    static ControllerOptions assemble(App app, FlagValues values) {
        OptionsAssembler a = new OptionsAssembler(app, values);
        return new ControllerOptions(a.run(), a.cloudConfig(), a.cluster(), a.work(), a.leaderElection(), a.kube(),
                ServingFlags.options(values));
    }

    private RunOptions run() {
        return new RunOptions(app, v.get(CommonFlags.DRY_RUN) || v.get(CommonFlags.SHADOW), v.get(CommonFlags.SHADOW),
                v.get(CommonFlags.VERBOSITY),
                ControllerSelection.of(v.get(CommonFlags.CONTROLLERS)));
    }

    private CloudConfigOptions cloudConfig() {
        return new CloudConfigOptions(v.get(CommonFlags.CLOUD_CONFIG), v.get(CommonFlags.SECRET_NAME),
                v.get(CommonFlags.SECRET_NAMESPACE), v.get(CommonFlags.SECRET_KEY),
                v.get(CommonFlags.DYNAMIC_RELOADING));
    }

    private ClusterOptions cluster() {
        return new ClusterOptions(v.get(CommonFlags.CLUSTER_NAME), v.get(AppFlags.CLUSTER_CIDR),
                v.get(AppFlags.SERVICE_RANGE).stream().flatMap(s -> Cidr.parse(s).stream()).toList(),
                v.get(CommonFlags.NODE_FILTER));
    }

    private WorkOptions work() {
        NodeIpamOptions ipam = new NodeIpamOptions(v.get(AppFlags.ALLOCATE_NODE_CIDRS), v.get(AppFlags.ALLOCATOR),
                orDefault(v.get(AppFlags.MASK_IPV4), MASK_IPV4), orDefault(v.get(AppFlags.MASK_IPV6), MASK_IPV6));
        return new WorkOptions(
                new NodeOptions(ipam, v.get(AppFlags.MONITOR_PERIOD), v.get(AppFlags.STATUS_UPDATE),
                        v.get(AppFlags.WAIT_ROUTES), v.get(AppFlags.BETA_LABELS)),
                new ServiceOptions(v.get(AppFlags.RESOURCE_LEASE), v.get(AppFlags.LOAD_BALANCER_CLASS)),
                new RouteOptions(v.get(AppFlags.CONFIGURE_ROUTES), v.get(AppFlags.ROUTE_PERIOD)));
    }

    private LeaderElectionOptions leaderElection() {
        return new LeaderElectionOptions(v.get(CommonFlags.LEADER_ELECT), v.get(CommonFlags.LEASE_DURATION),
                v.get(CommonFlags.RENEW_DEADLINE), v.get(CommonFlags.RETRY_PERIOD), leaseName(),
                v.get(CommonFlags.LEASE_NAMESPACE), waitForLeases());
    }

    /** Instances that serve different Services lead at the same time. */
    private String leaseName() {
        String name = v.get(CommonFlags.LEASE_NAME);
        return isOfClass() && !v.given(CommonFlags.LEASE_NAME)
                ? name + "-" + v.get(AppFlags.LOAD_BALANCER_CLASS)
                        .toLowerCase(Locale.ROOT)
                        .replaceAll("[^a-z0-9]+", "-")
                : name;
    }

    private boolean isOfClass() {
        return !v.get(AppFlags.LOAD_BALANCER_CLASS).isEmpty();
    }

    /** A manager that was started with the same flags has its lease in the namespace that they name; one that serves other Services is none. */
    private List<LeaseName> waitForLeases() {
        List<LeaseName> leases = v.get(CommonFlags.WAIT_FOR_LEASES);
        if (isOfClass() && !v.given(CommonFlags.WAIT_FOR_LEASES))
            return List.of();
        LeaseName beside = new LeaseName(v.get(CommonFlags.LEASE_NAMESPACE), LeaseName.GO_CONTROLLER_MANAGER.name());
        return v.given(CommonFlags.WAIT_FOR_LEASES) || leases.contains(beside)
                ? leases
                : Stream.concat(leases.stream(), Stream.of(beside)).toList();
    }

    private KubeOptions kube() {
        return new KubeOptions(v.get(CommonFlags.KUBECONFIG), v.get(CommonFlags.MASTER), v.get(CommonFlags.QPS),
                v.get(CommonFlags.BURST));
    }

    private static int orDefault(int value, int fallback) {
        return value == 0 ? fallback : value;
    }
}
