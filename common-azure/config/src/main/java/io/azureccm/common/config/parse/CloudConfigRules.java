package io.azureccm.common.config.parse;

import io.azureccm.common.config.VmType;
import io.azureccm.common.config.cloud.CloudNames;
import io.azureccm.common.config.loadbalancer.BackendPoolType;
import io.azureccm.common.config.loadbalancer.LoadBalancerSku;
import io.azureccm.common.config.loadbalancer.MultipleLoadBalancer;
import io.azureccm.common.config.parse.key.ConfigKey;
import io.azureccm.common.config.parse.key.EndpointKeys;
import io.azureccm.common.config.parse.key.IdentityKeys;
import io.azureccm.common.config.parse.key.LoadBalancerKeys;
import io.azureccm.common.config.parse.key.MachineKeys;
import io.azureccm.common.config.parse.key.PlacementKeys;
import io.azureccm.common.config.parse.key.ThrottleKeys;
import io.azureccm.common.config.value.NearestName;
import io.azureccm.common.config.value.ProblemCollector;
import io.azureccm.common.core.limit.TagLimits;
import io.azureccm.common.core.Ownership;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/** Rules that relate keys to each other. */
final class CloudConfigRules {

    /** The tags of a public IP that name its Services, its cluster and the owner of its DNS label. */
    private static final int OWN_TAGS = 3;

    private final KeyValues v;

    private final String source;

    private final ProblemCollector problems;

    CloudConfigRules(KeyValues values, String source, ProblemCollector problems) {
        this.v = values;
        this.source = source;
        this.problems = problems;
    }

    void check() {
        machines();
        outboundSnat();
        severalLoadBalancers();
        cloud();
        pairs();
        reservedTags(PlacementKeys.TAG_LIST);
        reservedTags(PlacementKeys.TAG_MAP);
        uselessDetails();
        tags();
    }

    private void reservedTags(ConfigKey<Map<String, String>> key) {
        v.get(key)
                .keySet()
                .stream()
                .filter(Ownership::isReserved)
                .forEach(tag -> warning(key, "\"" + tag + "\" has no effect: it says whose a resource is, and only the"
                        + " controllers set it; remove it"));
    }

    private void machines() {
        boolean scaleSets = v.get(MachineKeys.VM_TYPE) == VmType.SCALE_SET;
        if (scaleSets || !v.good(MachineKeys.VM_TYPE)) {
            return;
        }
        if (v.get(MachineKeys.DISABLE_AVAILABILITY_SET_NODES)) {
            error(MachineKeys.DISABLE_AVAILABILITY_SET_NODES, "true requires vmType vmss, but vmType is "
                    + v.get(MachineKeys.VM_TYPE).text());
        }
        if (v.get(MachineKeys.ENABLE_VMSS_FLEX_NODES)) {
            warning(MachineKeys.ENABLE_VMSS_FLEX_NODES, "only has an effect with vmType vmss, but vmType is "
                    + v.get(MachineKeys.VM_TYPE).text());
        }
    }

    private void outboundSnat() {
        if (v.get(LoadBalancerKeys.DISABLE_OUTBOUND_SNAT) && v.get(LoadBalancerKeys.SKU) != LoadBalancerSku.STANDARD) {
            error(LoadBalancerKeys.DISABLE_OUTBOUND_SNAT,
                    "true requires loadBalancerSku standard, but loadBalancerSku is "
                            + v.get(LoadBalancerKeys.SKU).text());
        }
    }

    private void severalLoadBalancers() {
        ConfigKey<List<MultipleLoadBalancer>> key = LoadBalancerKeys.MULTIPLE;
        List<MultipleLoadBalancer> all = v.get(key);
        if (all.isEmpty() || !v.good(LoadBalancerKeys.SKU, LoadBalancerKeys.POOL_TYPE)) {
            return;
        }
        if (v.get(LoadBalancerKeys.SKU) != LoadBalancerSku.STANDARD) {
            warning(key, "has no effect: several load balancers require loadBalancerSku standard");
            return;
        }
        if (v.get(LoadBalancerKeys.POOL_TYPE) == BackendPoolType.NODE_IP_CONFIGURATION) {
            error(key, "several load balancers require loadBalancerBackendPoolConfigurationType nodeIP, but it is"
                    + " nodeIPConfiguration");
        }
        Set<String> names = new TreeSet<>(String.CASE_INSENSITIVE_ORDER);
        Set<String> sets = new TreeSet<>(String.CASE_INSENSITIVE_ORDER);
        for (int i = 0; i < all.size(); i++) {
            if (!names.add(all.get(i).name())) {
                element(i, "name", "\"" + all.get(i).name() + "\" is already the name of an earlier entry");
            }
            if (!sets.add(all.get(i).primaryVmSet())) {
                element(i, "primaryVMSet",
                        "\"" + all.get(i).primaryVmSet() + "\" is already the primary set of an earlier entry");
            }
        }
        for (int i = 0; i < all.size(); i++) {
            if (names.contains(all.get(i).name() + "-internal")) {
                element(i, "name", "the internal load balancer of \"" + all.get(i).name() + "\" would be named \""
                        + all.get(i).name() + "-internal\", like another entry");
            }
        }
    }

    private void cloud() {
        String name = v.get(EndpointKeys.CLOUD);
        boolean endpoint = !v.get(EndpointKeys.RESOURCE_MANAGER_ENDPOINT).isEmpty()
                || !v.good(EndpointKeys.RESOURCE_MANAGER_ENDPOINT);
        if (!endpoint && !CloudNames.known(name)) {
            error(EndpointKeys.CLOUD,
                    "\"" + name + "\" is not a known cloud, expected one of "
                            + String.join(", ", CloudNames.preferred())
                            + NearestName.hint(name, CloudNames.preferred())
                            + ", or resourceManagerEndpoint for a cloud with another name");
        }
        if (v.get(EndpointKeys.RESOURCE_MANAGER_ENDPOINT).toLowerCase(Locale.ROOT).startsWith("http:")) {
            warning(EndpointKeys.RESOURCE_MANAGER_ENDPOINT, "is not https: access tokens are sent over https only");
        }
    }

    private void pairs() {
        half(PlacementKeys.EXTENDED_LOCATION_NAME, PlacementKeys.EXTENDED_LOCATION_TYPE);
        half(PlacementKeys.EXTENDED_LOCATION_TYPE, PlacementKeys.EXTENDED_LOCATION_NAME);
        if (v.get(IdentityKeys.CERTIFICATE_PASSWORD).isSet() && v.get(IdentityKeys.CERTIFICATE_PATH).isEmpty()
                && v.good(IdentityKeys.CERTIFICATE_PATH)) {
            warning(IdentityKeys.CERTIFICATE_PASSWORD, "has no effect without aadClientCertPath");
        }
        if (!v.get(IdentityKeys.USER_ASSIGNED_ID).isEmpty() && !v.get(IdentityKeys.MANAGED_IDENTITY)
                && v.good(IdentityKeys.MANAGED_IDENTITY)) {
            problems.info(v.source(IdentityKeys.USER_ASSIGNED_ID, source), IdentityKeys.USER_ASSIGNED_ID.name(),
                    "has no effect unless useManagedIdentityExtension is true");
        }
    }

    private void tags() {
        Set<String> names = new TreeSet<>(String.CASE_INSENSITIVE_ORDER);
        names.addAll(v.get(PlacementKeys.TAG_LIST).keySet());
        names.addAll(v.get(PlacementKeys.TAG_MAP).keySet());
        if (names.size() + OWN_TAGS > TagLimits.MOST_TAGS) {
            warning(v.written(PlacementKeys.TAG_MAP) ? PlacementKeys.TAG_MAP : PlacementKeys.TAG_LIST, "contains "
                    + names.size() + " tags in all, but a resource can have " + TagLimits.MOST_TAGS
                    + ", of which up to "
                    + OWN_TAGS + " are the controller's; those that do not fit are left out, the last ones first");
        }
    }

    private void half(ConfigKey<String> set, ConfigKey<String> missing) {
        if (!v.get(set).isEmpty() && v.get(missing).isEmpty() && v.good(missing)) {
            warning(set, "has no effect without " + missing.name());
        }
    }

    private void uselessDetails() {
        if (!v.get(ThrottleKeys.BACKOFF_ENABLED) && v.good(ThrottleKeys.BACKOFF_ENABLED)) {
            List.of(ThrottleKeys.BACKOFF_RETRIES, ThrottleKeys.BACKOFF_DURATION, ThrottleKeys.BACKOFF_EXPONENT,
                    ThrottleKeys.BACKOFF_JITTER)
                    .stream()
                    .filter(v::written)
                    .forEach(k -> problems.info(v.source(k, source), k.name(),
                            "has no effect while cloudProviderBackoff is false"));
        }
        if (!v.get(ThrottleKeys.LIMIT_ENTRIES).isEmpty()) {
            ThrottleKeys.CLIENT_LIMITS.forEach((client, key) -> {
                if (v.written(key) && v.get(ThrottleKeys.LIMIT_ENTRIES).containsKey(client)) {
                    warning(key, "is also in entries, which takes precedence");
                }
            });
        }
    }

    private void element(int index, String field, String message) {
        problems.error(v.source(LoadBalancerKeys.MULTIPLE, source),
                LoadBalancerKeys.MULTIPLE.name() + "[" + index + "]." + field, message);
    }

    private void error(ConfigKey<?> key, String message) {
        problems.error(v.source(key, source), key.name(), message);
    }

    private void warning(ConfigKey<?> key, String message) {
        problems.warning(v.source(key, source), key.name(), message);
    }
}
