package io.azureccm.e2e.suite.faults.lasting;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.azureccm.e2e.suite.faults.cluster.Foreign;
import io.azureccm.e2e.suite.faults.cluster.Simulation;
import io.azureccm.e2e.suite.faults.cluster.UserChanges;
import io.azureccm.e2e.suite.scenario.RandomServices;
import java.util.List;

/** How Services look for which Azure refuses something, and the public IPs of users that some of them name. */
final class RefusedManifests {
    static final String PREFIX = "service.beta.kubernetes.io/";
    static final int SERVICES = UserChanges.SERVICES;
    /** More than all others have together. */
    static final int MANY_PORTS = 16;
    private static final String ELSEWHERE = "apart";
    private static final String RANGES = "loadBalancerSourceRanges";

    /** Changes a manifest in place. */
    interface Look {
        void give(ObjectNode manifest, int number);
    }

    private RefusedManifests() {}

    static String ownIp(int number) {
        return "own-" + RandomServices.name(number);
    }

    static String ipElsewhere(int number) {
        return ELSEWHERE + "-" + RandomServices.name(number);
    }

    static String label(int number) {
        return "taken-" + number;
    }

    /** As the tag of a public IP names the Service. */
    static String subject(int number) {
        return "\"default/" + RandomServices.name(number) + "\"";
    }

    /** The public IPs that culprits may name. */
    static void seed(Simulation simulation) {
        for (int number = 0; number < SERVICES; number++) {
            simulation.seed(publicIp(simulation, simulation.networkId("publicIPAddresses", ownIp(number))));
            simulation.seed(publicIp(simulation, simulation.networkId("publicIPAddresses", ipElsewhere(number))
                    .replace("/resourceGroups/" + simulation.infrastructure().resourceGroup() + "/",
                            "/resourceGroups/" + ELSEWHERE + "/")));
        }
    }

    /** Takes the label of a culprit away from the public IPs of users. */
    static void removeLabel(Simulation simulation, int number) {
        for (String name : List.of(ownIp(number), RandomServices.OWN_PUBLIC_IP)) {
            String id = simulation.networkId("publicIPAddresses", name);
            if (simulation.azure().resource(id).orElseThrow().at("/properties").has("dnsSettings")) {
                simulation.azure().edit(id, body -> {
                    ((ObjectNode) body.path("properties")).remove("dnsSettings");
                    return body;
                });
            }
        }
    }

    private static ObjectNode publicIp(Simulation simulation, String id) {
        return Foreign.json("""
                {"id": "%s", "location": "%s", "sku": {"name": "Standard"},
                 "properties": {"publicIPAllocationMethod": "Static", "publicIPAddressVersion": "IPv4"}}"""
                .formatted(id, simulation.infrastructure().location()));
    }

    /**
     * An external Service that everybody may reach, always on the same load balancer, as its public IP may be; its annotations, which
     * are none.
     */
    static ObjectNode external(ObjectNode manifest, int number) {
        ((ObjectNode) manifest.path("spec")).remove(RANGES);
        ObjectNode metadata = (ObjectNode) manifest.path("metadata");
        metadata.remove("labels");
        return metadata.putObject("annotations");
    }

    static void open(ObjectNode manifest, int number) {
        external(manifest, number);
    }

    static void naming(ObjectNode manifest, int number) {
        external(manifest, number).put(PREFIX + "azure-pip-name", ownIp(number));
    }

    static void namingElsewhere(ObjectNode manifest, int number) {
        external(manifest, number).put(PREFIX + "azure-pip-name", ipElsewhere(number))
                .put(PREFIX + "azure-load-balancer-resource-group", ELSEWHERE);
    }

    static void namingWithLabel(ObjectNode manifest, int number) {
        external(manifest, number).put(PREFIX + "azure-pip-name", ownIp(number))
                .put(PREFIX + "azure-dns-label-name", label(number));
    }

    static void withLongTag(ObjectNode manifest, int number) {
        external(manifest, number).put(PREFIX + "azure-pip-tags", "team=" + "shop".repeat(20));
    }

    static void withManyPorts(ObjectNode manifest, int number) {
        external(manifest, number);
        ArrayNode ports = ((ObjectNode) manifest.path("spec")).putArray("ports");
        for (int i = 0; i < MANY_PORTS; i++)
            ports.addObject()
                    .put("name", "port-" + i)
                    .put("protocol", "TCP")
                    .put("port", 8000 + number + 100 * i)
                    .put("nodePort", 31000 + number + 10 * i);
    }

    static void fromDeniedSource(ObjectNode manifest, int number) {
        external(manifest, number);
        ((ObjectNode) manifest.path("spec")).putArray(RANGES).add("10.66.0.0/16").add("10.5.0.0/16");
    }

    /** Not everybody may reach it. */
    static void restricted(ObjectNode manifest) {
        String annotations = manifest.at("/metadata/annotations").toString();
        boolean isRestricted = manifest.path("spec").has(RANGES) || annotations.contains("azure-load-balancer-internal")
                || annotations.contains("azure-allowed-");
        if (!isRestricted)
            ((ObjectNode) manifest.path("spec")).putArray(RANGES).add("10.5.0.0/16");
    }
}
