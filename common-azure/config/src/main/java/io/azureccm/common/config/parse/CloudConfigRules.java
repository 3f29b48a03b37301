package io.azureccm.common.config.parse;

import io.azureccm.common.config.CloudConfig;
import io.azureccm.common.config.ExtendedLocation;
import io.azureccm.common.config.MachineConfig;
import io.azureccm.common.config.TagKeys;
import io.azureccm.common.config.VmType;
import io.azureccm.common.config.arm.RateLimitClient;
import io.azureccm.common.config.arm.RateLimitKeys;
import io.azureccm.common.config.cloud.CloudNames;
import io.azureccm.common.config.identity.CredentialConfig;
import io.azureccm.common.config.loadbalancer.BackendPoolType;
import io.azureccm.common.config.loadbalancer.MultipleLoadBalancer;
import io.azureccm.common.config.value.NearestName;
import io.azureccm.common.config.value.ProblemCollector;
import io.azureccm.common.core.Ownership;
import io.azureccm.common.core.limit.TagLimits;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;

/** Rules that relate keys to each other. */
final class CloudConfigRules {

    /** The tags of a public IP that name its Services, its cluster and the owner of its DNS label. */
    private static final int OWN_TAGS = 3;

    private static final String MULTIPLE = "multipleStandardLoadBalancerConfigurations";

    private final CloudConfig config;

    private final TagKeys tags;

    private final KeyValues v;

    private final String source;

    private final ProblemCollector problems;

    CloudConfigRules(CloudConfig config, KeyValues values, String source, ProblemCollector problems) {
        this.config = config;
        this.tags = values.as(TagKeys.class);
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
        reservedTags("tags", tags.pairs());
        reservedTags("tagsMap", tags.object());
        uselessDetails();
        tags();
    }

    private void reservedTags(String key, Map<String, String> given) {
        given.keySet()
                .stream()
                .filter(Ownership::isReserved)
                .forEach(tag -> warning(key, "\"" + tag + "\" has no effect: it says whose a resource is, and only the"
                        + " controllers set it; remove it"));
    }

    private void machines() {
        MachineConfig machines = config.machines();
        if (machines.vmType() == VmType.SCALE_SET || !v.good("vmType")) {
            return;
        }
        if (machines.disableAvailabilitySetNodes()) {
            error("disableAvailabilitySetNodes", "true requires vmType vmss, but vmType is "
                    + machines.vmType().text());
        }
        if (machines.enableVmssFlexNodes()) {
            warning("enableVmssFlexNodes", "only has an effect with vmType vmss, but vmType is "
                    + machines.vmType().text());
        }
    }

    private void outboundSnat() {
        if (config.loadBalancer().rules().disableOutboundSnat() && !config.loadBalancer().standard()) {
            error("disableOutboundSNAT", "true requires loadBalancerSku standard, but loadBalancerSku is "
                    + config.loadBalancer().sku().text());
        }
    }

    private void severalLoadBalancers() {
        List<MultipleLoadBalancer> all = config.loadBalancer().multiple();
        if (all.isEmpty() || !v.good("loadBalancerSku", "loadBalancerBackendPoolConfigurationType")) {
            return;
        }
        if (!config.loadBalancer().standard()) {
            warning(MULTIPLE, "has no effect: several load balancers require loadBalancerSku standard");
            return;
        }
        if (config.loadBalancer().pool().type() == BackendPoolType.NODE_IP_CONFIGURATION) {
            error(MULTIPLE, "several load balancers require loadBalancerBackendPoolConfigurationType nodeIP, but it is"
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
        String name = config.arm().endpoint().cloud();
        String endpoint = config.arm().endpoint().resourceManagerEndpoint();
        if (endpoint.isEmpty() && v.good("resourceManagerEndpoint") && !CloudNames.known(name)) {
            error("cloud",
                    "\"" + name + "\" is not a known cloud, expected one of "
                            + String.join(", ", CloudNames.preferred())
                            + NearestName.hint(name, CloudNames.preferred())
                            + ", or resourceManagerEndpoint for a cloud with another name");
        }
        if (endpoint.toLowerCase(Locale.ROOT).startsWith("http:")) {
            warning("resourceManagerEndpoint", "is not https: access tokens are sent over https only");
        }
    }

    private void pairs() {
        ExtendedLocation edge = config.placement().extendedLocation();
        half("extendedLocationName", edge.name(), "extendedLocationType", edge.type());
        half("extendedLocationType", edge.type(), "extendedLocationName", edge.name());
        CredentialConfig credentials = config.identity().credentials();
        half("aadClientCertPassword", credentials.certificate().password().toString(), "aadClientCertPath",
                credentials.certificate().path());
        if (!credentials.managedIdentity().userAssignedId().isEmpty() && !credentials.managedIdentity().enabled()
                && v.good("useManagedIdentityExtension")) {
            info("userAssignedIdentityID", "has no effect unless useManagedIdentityExtension is true");
        }
    }

    private void tags() {
        Set<String> names = new TreeSet<>(String.CASE_INSENSITIVE_ORDER);
        names.addAll(tags.pairs().keySet());
        names.addAll(tags.object().keySet());
        if (names.size() + OWN_TAGS > TagLimits.MAX_TAGS) {
            warning(v.written("tagsMap") ? "tagsMap" : "tags", "contains "
                    + names.size() + " tags in all, but a resource can have " + TagLimits.MAX_TAGS
                    + ", of which up to "
                    + OWN_TAGS + " are the controller's; those that do not fit are left out, the last ones first");
        }
    }

    private void half(String set, String value, String missing, String other) {
        if (!value.isEmpty() && other.isEmpty() && v.good(missing)) {
            warning(set, "has no effect without " + missing);
        }
    }

    private void uselessDetails() {
        if (!config.arm().backoff().enabled() && v.good("cloudProviderBackoff")) {
            Stream.of("Retries", "Duration", "Exponent", "Jitter")
                    .map("cloudProviderBackoff"::concat)
                    .filter(v::written)
                    .forEach(key -> info(key, "has no effect while cloudProviderBackoff is false"));
        }
        v.as(RateLimitKeys.class)
                .entries()
                .keySet()
                .stream()
                .map(RateLimitClient::key)
                .filter(v::written)
                .forEach(key -> warning(key, "is also in entries, which takes precedence"));
    }

    private void element(int index, String field, String message) {
        problems.error(v.source(MULTIPLE, source), MULTIPLE + "[" + index + "]." + field, message);
    }

    private void error(String key, String message) {
        problems.error(v.source(key, source), key, message);
    }

    private void warning(String key, String message) {
        problems.warning(v.source(key, source), key, message);
    }

    private void info(String key, String message) {
        problems.info(v.source(key, source), key, message);
    }
}
