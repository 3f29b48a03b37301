package io.azureccm.common.config.parse;

import io.azureccm.common.config.CloudConfig;
import io.azureccm.common.config.ExtendedLocation;
import io.azureccm.common.config.LoadingConfig;
import io.azureccm.common.config.MachineConfig;
import io.azureccm.common.config.NetworkConfig;
import io.azureccm.common.config.PlacementConfig;
import io.azureccm.common.config.RouteConfig;
import io.azureccm.common.config.TagConfig;
import io.azureccm.common.config.arm.ArmConfig;
import io.azureccm.common.config.arm.BackoffConfig;
import io.azureccm.common.config.arm.CacheConfig;
import io.azureccm.common.config.arm.CacheKind;
import io.azureccm.common.config.arm.EndpointConfig;
import io.azureccm.common.config.arm.RateLimit;
import io.azureccm.common.config.arm.RateLimitClient;
import io.azureccm.common.config.arm.RateLimitConfig;
import io.azureccm.common.config.identity.ClientCertificateFile;
import io.azureccm.common.config.identity.CredentialConfig;
import io.azureccm.common.config.identity.FederationConfig;
import io.azureccm.common.config.identity.IdentityConfig;
import io.azureccm.common.config.identity.ManagedIdentityConfig;
import io.azureccm.common.config.loadbalancer.BackendPoolConfig;
import io.azureccm.common.config.loadbalancer.ClusterServiceProbe;
import io.azureccm.common.config.loadbalancer.LoadBalancerConfig;
import io.azureccm.common.config.loadbalancer.LoadBalancerNames;
import io.azureccm.common.config.loadbalancer.LoadBalancerRules;
import io.azureccm.common.config.parse.key.EndpointKeys;
import io.azureccm.common.config.parse.key.IdentityKeys;
import io.azureccm.common.config.parse.key.LoadBalancerKeys;
import io.azureccm.common.config.parse.key.MachineKeys;
import io.azureccm.common.config.parse.key.PlacementKeys;
import io.azureccm.common.config.parse.key.ThrottleKeys;
import io.azureccm.common.config.parse.type.RateLimitTypes.Given;
import java.time.Duration;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/** Builds the config records from the values of the keys. */
final class CloudConfigAssembler {

    private final KeyValues v;

    private CloudConfigAssembler(KeyValues values) {
        this.v = values;
    }

    static CloudConfig assemble(KeyValues values) {
        CloudConfigAssembler a = new CloudConfigAssembler(values);
        return new CloudConfig(
                new LoadingConfig(values.get(EndpointKeys.CLOUD_CONFIG_TYPE),
                        values.get(EndpointKeys.DISABLE_CLOUD_PROVIDER)),
                a.arm(), a.identity(), a.placement(), a.machines(), a.loadBalancer(),
                new RouteConfig(values.get(ThrottleKeys.ROUTE_UPDATE_INTERVAL),
                        values.get(ThrottleKeys.ROUTE_SETTLE_TIME)));
    }

    private ArmConfig arm() {
        EndpointConfig endpoint = new EndpointConfig(v.get(EndpointKeys.CLOUD),
                v.get(EndpointKeys.RESOURCE_MANAGER_ENDPOINT), v.get(EndpointKeys.DISABLE_AZURE_STACK),
                v.get(EndpointKeys.USER_AGENT), v.get(EndpointKeys.MINIMUM_RETRY_AFTER));
        BackoffConfig backoff = v.get(ThrottleKeys.BACKOFF_ENABLED)
                ? new BackoffConfig(true, v.get(ThrottleKeys.BACKOFF_RETRIES), v.get(ThrottleKeys.BACKOFF_DURATION),
                        v.get(ThrottleKeys.BACKOFF_EXPONENT), v.get(ThrottleKeys.BACKOFF_JITTER))
                : BackoffConfig.OFF;
        return new ArmConfig(endpoint, backoff, rateLimits(), caches());
    }

    private RateLimitConfig rateLimits() {
        Given common = new Given(Optional.of(v.get(ThrottleKeys.LIMIT_ENABLED)),
                v.get(ThrottleKeys.LIMIT_READ_QPS), v.get(ThrottleKeys.LIMIT_READ_BUCKET),
                v.get(ThrottleKeys.LIMIT_WRITE_QPS), v.get(ThrottleKeys.LIMIT_WRITE_BUCKET));
        // A client that enables its own limit inherits the numbers of the common limit, even while the common limit is off.
        RateLimit inherited = new RateLimit(v.get(ThrottleKeys.LIMIT_ENABLED), common.readQps(), common.readBucket(),
                common.writeQps(), common.writeBucket());
        Map<RateLimitClient, RateLimit> byClient = new EnumMap<>(RateLimitClient.class);
        Map<RateLimitClient, Given> entries = v.get(ThrottleKeys.LIMIT_ENTRIES);
        ThrottleKeys.CLIENT_LIMITS.forEach((client, key) -> {
            Given given = entries.getOrDefault(client, v.get(key));
            if (!given.equals(Given.NOTHING)) {
                byClient.put(client, given.resolve(inherited));
            }
        });
        return new RateLimitConfig(common.resolve(RateLimit.OFF), byClient);
    }

    private CacheConfig caches() {
        Map<CacheKind, Duration> ttls = new EnumMap<>(CacheKind.class);
        ThrottleKeys.CACHE_TTLS.forEach((kind, key) -> ttls.put(kind, v.get(key)));
        return new CacheConfig(v.get(ThrottleKeys.CACHE_DISABLED), v.get(ThrottleKeys.LIST_WITHOUT_INSTANCE_VIEW),
                ttls);
    }

    private IdentityConfig identity() {
        CredentialConfig credentials = new CredentialConfig(v.get(IdentityKeys.CLIENT_ID),
                v.get(IdentityKeys.CLIENT_SECRET),
                new ClientCertificateFile(v.get(IdentityKeys.CERTIFICATE_PATH),
                        v.get(IdentityKeys.CERTIFICATE_PASSWORD)),
                new ManagedIdentityConfig(v.get(IdentityKeys.MANAGED_IDENTITY), v.get(IdentityKeys.USER_ASSIGNED_ID)),
                new FederationConfig(v.get(IdentityKeys.FEDERATION), v.get(IdentityKeys.FEDERATED_TOKEN_FILE)),
                v.get(IdentityKeys.AUXILIARY_TOKEN_PROVIDER), v.get(IdentityKeys.MSI_DATA_PLANE_PATH));
        return new IdentityConfig(v.get(IdentityKeys.TENANT_ID), v.get(IdentityKeys.SUBSCRIPTION_ID),
                v.get(IdentityKeys.NETWORK_TENANT_ID), v.get(IdentityKeys.NETWORK_SUBSCRIPTION_ID),
                credentials);
    }

    private PlacementConfig placement() {
        NetworkConfig network = new NetworkConfig(v.get(PlacementKeys.VNET_NAME),
                v.get(PlacementKeys.VNET_RESOURCE_GROUP), v.get(PlacementKeys.SUBNET_NAME),
                v.get(PlacementKeys.SECURITY_GROUP_NAME), v.get(PlacementKeys.SECURITY_GROUP_RESOURCE_GROUP),
                v.get(PlacementKeys.ROUTE_TABLE_NAME), v.get(PlacementKeys.ROUTE_TABLE_RESOURCE_GROUP));
        return new PlacementConfig(v.get(PlacementKeys.RESOURCE_GROUP), v.get(PlacementKeys.LOCATION),
                new ExtendedLocation(v.get(PlacementKeys.EXTENDED_LOCATION_NAME),
                        v.get(PlacementKeys.EXTENDED_LOCATION_TYPE)),
                network, new TagConfig(tags(), v.get(PlacementKeys.SYSTEM_TAGS)));
    }

    private Map<String, String> tags() {
        Map<String, String> wins = v.get(PlacementKeys.TAG_MAP);
        Set<String> names = new TreeSet<>(String.CASE_INSENSITIVE_ORDER);
        names.addAll(wins.keySet());
        Map<String, String> tags = new LinkedHashMap<>();
        v.get(PlacementKeys.TAG_LIST).forEach((name, value) -> {
            if (!names.contains(name)) {
                tags.put(name, value);
            }
        });
        tags.putAll(wins);
        return tags;
    }

    private MachineConfig machines() {
        return new MachineConfig(v.get(MachineKeys.VM_TYPE), v.get(MachineKeys.DISABLE_AVAILABILITY_SET_NODES),
                v.get(MachineKeys.ENABLE_VMSS_FLEX_NODES), v.get(MachineKeys.USE_INSTANCE_METADATA),
                v.get(MachineKeys.PRIMARY_AVAILABILITY_SET), v.get(MachineKeys.PRIMARY_SCALE_SET),
                v.get(MachineKeys.NOT_FOUND_GRACE));
    }

    private LoadBalancerConfig loadBalancer() {
        BackendPoolConfig pool = new BackendPoolConfig(v.get(LoadBalancerKeys.POOL_TYPE),
                v.get(LoadBalancerKeys.PRE_CONFIGURED), v.get(LoadBalancerKeys.MIGRATE_API),
                v.get(LoadBalancerKeys.EXCLUDE_CONTROL_PLANE), v.get(LoadBalancerKeys.POOL_INTERVAL));
        return new LoadBalancerConfig(v.get(LoadBalancerKeys.SKU),
                new LoadBalancerNames(v.get(LoadBalancerKeys.NAME), v.get(LoadBalancerKeys.RESOURCE_GROUP),
                        v.get(LoadBalancerKeys.PRIVATE_LINK_GROUP)),
                new LoadBalancerRules(v.get(LoadBalancerKeys.DISABLE_OUTBOUND_SNAT),
                        v.get(LoadBalancerKeys.MAXIMUM_RULE_COUNT), v.get(LoadBalancerKeys.IP_TAG_MUTATION)),
                pool, new ClusterServiceProbe(v.get(LoadBalancerKeys.PROBE_MODE), v.get(LoadBalancerKeys.PROBE_PORT),
                        v.get(LoadBalancerKeys.PROBE_PATH)),
                v.get(LoadBalancerKeys.MULTIPLE));
    }
}
