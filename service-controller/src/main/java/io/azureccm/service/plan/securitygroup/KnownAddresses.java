package io.azureccm.service.plan.securitygroup;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.azureccm.common.core.ArmId;
import io.azureccm.common.core.Ownership;
import io.azureccm.common.core.ResourceTags;
import io.azureccm.service.model.ArmJson;
import io.azureccm.service.model.FrontendModel;
import io.azureccm.service.model.ServiceNames;
import io.azureccm.service.observed.ObservedState;
import io.azureccm.service.plan.context.KnownServices;
import io.azureccm.service.plan.context.Placement;
import io.azureccm.service.spec.ServiceSpec;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/** Tells whose an address is, and on which ports, from the load balancers and public IPs that are there; looked up once for all. */
final class KnownAddresses {
    private final Map<String, String> publicIps = new HashMap<>();
    private final Map<String, Set<String>> addresses = new HashMap<>();
    private final Map<String, Set<String>> ports = new HashMap<>();
    private final Set<String> atNodes = new TreeSet<>();
    private final Set<String> ofOthers = new TreeSet<>();

    KnownAddresses(ObservedState observedState, Placement placement, KnownServices known, String clusterName) {
        for (ObjectNode ip : observedState.publicIps()) {
            String address = ArmJson.text(ip, "properties", "ipAddress");
            publicIps.put(fold(ArmJson.text(ip, "id")), address);
            if (!address.isEmpty() && !Ownership.isOfCluster(ResourceTags.of(ip), clusterName))
                ofOthers.add(address);
        }
        Set<ArmId> managed = placement.managed();
        for (ObjectNode balancer : observedState.loadBalancers()) {
            boolean ours = ArmId.tryParse(ArmJson.text(balancer, "id")).filter(managed::contains).isPresent();
            Map<String, Set<String>> byFrontend = new HashMap<>();
            for (ObjectNode frontend : ArmJson.list(balancer, "properties", "frontendIPConfigurations")) {
                Set<String> own = addresses(frontend);
                byFrontend.put(fold(ArmJson.name(frontend)), own);
                note(addresses, ArmJson.name(frontend), own);
                if (!ours && known.ownerOf(ArmJson.name(frontend)).isEmpty())
                    ofOthers.addAll(own);
            }
            ArmJson.list(balancer, "properties", "loadBalancingRules").forEach(rule -> rule(rule, byFrontend));
        }
    }

    private void rule(ObjectNode rule, Map<String, Set<String>> byFrontend) {
        String name = ArmJson.name(rule);
        String frontend = fold(ArmJson.text(rule, "properties", "frontendIPConfiguration", "id"));
        note(addresses, name, byFrontend.getOrDefault(frontend.substring(frontend.lastIndexOf('/') + 1), Set.of()));
        note(ports, name,
                List.of(ArmJson.text(rule, "properties", "frontendPort"),
                        ArmJson.text(rule, "properties", "backendPort")));
        if (!rule.path("properties").path("enableFloatingIP").asBoolean())
            atNodes.add(ServiceNames.baseOf(name));
    }

    /** Every address the Service shows in its status or has on a load balancer now. */
    Set<String> of(ServiceSpec service) {
        Set<String> all = new TreeSet<>(service.statusIps());
        all.addAll(addresses.getOrDefault(ServiceNames.base(service.uid()), Set.of()));
        return all;
    }

    /** The ports of the Service on a load balancer now, at the frontend and at the nodes. */
    Set<String> ports(ServiceSpec service) {
        return ports.getOrDefault(ServiceNames.base(service.uid()), Set.of());
    }

    /** True when a rule that is there now sends packets of the Service to node ports. */
    boolean arrivesAtNodes(ServiceSpec service) {
        return atNodes.contains(ServiceNames.base(service.uid()));
    }

    /**
     * Addresses of other clusters: of public IPs that carry another cluster's name, and of load balancers that are not ours. Two
     * clusters may share a security group, and what belongs to the other one is not ours to clean up.
     */
    Set<String> ofOthers() {
        return ofOthers;
    }

    private Set<String> addresses(ObjectNode frontend) {
        Set<String> own = new TreeSet<>(Set.of(FrontendModel.privateIpOf(frontend)));
        own.add(publicIps.getOrDefault(fold(FrontendModel.publicIpOf(frontend)), ""));
        own.remove("");
        return own;
    }

    private static void note(Map<String, Set<String>> byBaseName, String name, Iterable<String> values) {
        Set<String> all = byBaseName.computeIfAbsent(ServiceNames.baseOf(name), base -> new TreeSet<>());
        values.forEach(all::add);
    }

    private static String fold(String id) {
        return id.toLowerCase(Locale.ROOT);
    }
}
