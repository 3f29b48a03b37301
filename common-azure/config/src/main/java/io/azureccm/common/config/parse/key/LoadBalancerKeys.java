package io.azureccm.common.config.parse.key;

import static io.azureccm.common.config.parse.type.ScalarTypes.BOOL;
import static io.azureccm.common.config.parse.type.ScalarTypes.integer;

import io.azureccm.common.config.CloudConfig;
import io.azureccm.common.config.loadbalancer.BackendPoolConfig;
import io.azureccm.common.config.loadbalancer.BackendPoolType;
import io.azureccm.common.config.loadbalancer.ClusterServiceProbe;
import io.azureccm.common.config.loadbalancer.LoadBalancerSku;
import io.azureccm.common.config.loadbalancer.MultipleLoadBalancer;
import io.azureccm.common.config.loadbalancer.PreConfiguredPools;
import io.azureccm.common.config.loadbalancer.ProbeMode;
import io.azureccm.common.config.parse.type.EnumType;
import io.azureccm.common.config.parse.type.ObjectTypes;
import io.azureccm.common.config.parse.type.ScalarTypes;
import io.azureccm.common.config.parse.type.UnsupportedFlag;
import java.time.Duration;
import java.util.List;
import java.util.Map;

/** Keys about load balancers, their pools and their probes. */
public final class LoadBalancerKeys {
    static final DeclaredKeys KEYS = new DeclaredKeys(KeyGroup.LOAD_BALANCER);

    private static final String NO_SERVICE_GATEWAY = "it belongs to the service gateway, whose limits Azure has not "
            + "published (docs/explanation/differences.md#service-gateway)";

    private static final Duration POOL_UPDATE_INTERVAL = Duration.ofSeconds(30);

    private static final int RULE_COUNT = 250;

    public static final ConfigKey<LoadBalancerSku> SKU = KEYS.key("loadBalancerSku",
            new EnumType<>(LoadBalancerSku.class, LoadBalancerSku.STANDARD, Map.of("service", NO_SERVICE_GATEWAY)),
            LoadBalancerSku.STANDARD, "SKU of load balancers and public IPs", c -> c.loadBalancer().sku());

    public static final ConfigKey<String> NAME = KEYS.key("loadBalancerName", ScalarTypes.RESOURCE_NAME, "",
            "Name of the load balancer; the cluster's name if not set",
            c -> c.loadBalancer().names().loadBalancerName());

    public static final ConfigKey<String> RESOURCE_GROUP = KEYS.key("loadBalancerResourceGroup", ScalarTypes.GROUP, "",
            "Resource group of the load balancers; resourceGroup if not set",
            c -> c.loadBalancer().names().loadBalancerResourceGroup());

    public static final ConfigKey<String> PRIVATE_LINK_GROUP = KEYS.key("privateLinkServiceResourceGroup",
            ScalarTypes.GROUP,
            "",
            "Resource group of private link services; resourceGroup if not set",
            c -> c.loadBalancer().names().privateLinkServiceResourceGroup());

    public static final ConfigKey<Boolean> DISABLE_OUTBOUND_SNAT = KEYS.key("disableOutboundSNAT", BOOL, false,
            "Load balancing rules provide no outbound connectivity for nodes; only with loadBalancerSku standard",
            c -> c.loadBalancer().rules().disableOutboundSnat());

    public static final ConfigKey<Integer> MAXIMUM_RULE_COUNT = KEYS.key("maximumLoadBalancerRuleCount",
            integer(0, Integer.MAX_VALUE, RULE_COUNT), RULE_COUNT,
            "Rules that fit on one basic load balancer; 0 means the default",
            c -> c.loadBalancer().rules().maximumRuleCount());

    public static final ConfigKey<Boolean> IP_TAG_MUTATION = KEYS.key("enableIPTagMutationForExistingPublicIP", BOOL,
            false,
            "Allows the FirstPartyUsage tags of an existing public IP to be changed in place",
            c -> c.loadBalancer().rules().ipTagMutation());

    public static final ConfigKey<Boolean> EXCLUDE_CONTROL_PLANE = KEYS.key("excludeMasterFromStandardLB", BOOL, true,
            "Keeps control-plane nodes out of the backend pools of standard load balancers",
            c -> pool(c).excludeControlPlane());

    public static final ConfigKey<PreConfiguredPools> PRE_CONFIGURED = KEYS.key(
            "preConfiguredBackendPoolLoadBalancerTypes",
            EnumType.of(PreConfiguredPools.class, PreConfiguredPools.NONE), PreConfiguredPools.NONE,
            "Load balancers whose existing backend pools are managed outside the controller",
            c -> pool(c).preConfigured());

    public static final ConfigKey<BackendPoolType> POOL_TYPE = KEYS.key("loadBalancerBackendPoolConfigurationType",
            new EnumType<>(BackendPoolType.class, BackendPoolType.NODE_IP_CONFIGURATION,
                    Map.of("podip", NO_SERVICE_GATEWAY)),
            BackendPoolType.NODE_IP_CONFIGURATION, "How nodes join a backend pool: through their network"
                    + " interfaces, or by address",
            c -> pool(c).type());

    public static final ConfigKey<Boolean> MIGRATE_API = KEYS.key("enableMigrateToIPBasedBackendPoolAPI", BOOL, false,
            "Uses ARM's migration call when backend pools switch from interfaces to addresses",
            c -> pool(c).migrateWithApi());

    public static final ConfigKey<Duration> POOL_INTERVAL = KEYS.key("loadBalancerBackendPoolUpdateIntervalInSeconds",
            ScalarTypes.seconds(POOL_UPDATE_INTERVAL), POOL_UPDATE_INTERVAL,
            "How long endpoint changes of Services with traffic policy Local may be collected at most; they are"
                    + " written within seconds; 0 means the default",
            c -> pool(c).updateInterval());

    public static final ConfigKey<ProbeMode> PROBE_MODE = KEYS.key("clusterServiceLoadBalancerHealthProbeMode",
            EnumType.of(ProbeMode.class, ProbeMode.SERVICE_NODE_PORT), ProbeMode.SERVICE_NODE_PORT,
            "Probes of Services with traffic policy Cluster: one per port, or one shared by all",
            c -> c.loadBalancer().probe().mode());

    public static final ConfigKey<Integer> PROBE_PORT = KEYS.key("clusterServiceSharedLoadBalancerHealthProbePort",
            integer(0, 65_535, ClusterServiceProbe.DEFAULT_PORT), ClusterServiceProbe.DEFAULT_PORT,
            "Port of the shared probe; 0 means the default", c -> c.loadBalancer().probe().sharedPort());

    public static final ConfigKey<String> PROBE_PATH = KEYS.key("clusterServiceSharedLoadBalancerHealthProbePath",
            ScalarTypes.HTTP_PATH, ClusterServiceProbe.DEFAULT_PATH, "Path of the shared probe",
            c -> c.loadBalancer().probe().sharedPath());

    public static final ConfigKey<List<MultipleLoadBalancer>> MULTIPLE = KEYS.key(
            "multipleStandardLoadBalancerConfigurations",
            ObjectTypes.LOAD_BALANCERS, List.of(),
            "Several standard load balancers, each with its own machine set",
            c -> c.loadBalancer().multiple());

    static final ConfigKey<Boolean> SERVICE_GATEWAY = KEYS.key("serviceGatewayEnabled",
            new UnsupportedFlag(NO_SERVICE_GATEWAY),
            false,
            "Not supported: true is rejected, since Azure has not published the limits of the service gateway",
            c -> false);

    private LoadBalancerKeys() {}

    private static BackendPoolConfig pool(CloudConfig config) {
        return config.loadBalancer().pool();
    }
}
