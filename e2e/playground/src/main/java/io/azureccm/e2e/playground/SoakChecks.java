package io.azureccm.e2e.playground;

import com.fasterxml.jackson.databind.JsonNode;
import io.azureccm.e2e.playground.cloud.LocalCloud;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/** The invariants: those that hold at any time, and those that hold once nothing changes any more. */
final class SoakChecks {
    private final LocalCloud cloud;
    private Set<String> suspects = Set.of();

    SoakChecks(LocalCloud cloud) {
        this.cloud = cloud;
    }

    /**
     * At any time: Azure is consistent, and each address in a status exists in Azure. Only a problem seen twice in a
     * row counts.
     */
    List<String> atAnyTime() {
        Set<String> wrong = new TreeSet<>(cloud.azure().problems());
        Set<String> served = addresses();
        for (JsonNode service : cloud.cluster().list("services", "default")) {
            if (!service.at("/metadata/deletionTimestamp").isMissingNode())
                continue;
            LocalCloud.addresses(service).forEach(ip -> {
                if (!served.contains(ip))
                    wrong.add(service.at("/metadata/name").asText() + " shows " + ip + ", which nothing serves");
            });
        }
        List<String> violations = wrong.stream().filter(suspects::contains).toList();
        suspects = wrong;
        return violations;
    }

    /** Once nothing changes: every Service has its address, every node its route, and nothing else is left in Azure. */
    List<String> atRest(List<String> services, int nodes) {
        List<String> wrong = new ArrayList<>(cloud.azure().problems());
        services.stream()
                .filter(name -> cloud.addresses(name).isEmpty())
                .forEach(name -> wrong.add(name + " has no address"));
        long there = cloud.cluster()
                .list("services", "default")
                .stream()
                .filter(service -> service.at("/spec/type").asText().equals("LoadBalancer"))
                .count();
        if (there != services.size())
            wrong.add(there + " Services in the cluster instead of " + services.size());
        int frontends = frontends().size();
        if (frontends != services.size())
            wrong.add(frontends + " frontends for " + services.size() + " Services");
        int publicIps = cloud.resources("publicIPAddresses").size();
        long external = services.stream()
                .filter(name -> cloud.addresses(name).stream().noneMatch(ip -> ip.startsWith("10.")))
                .count();
        if (publicIps != external)
            wrong.add(publicIps + " public IPs for " + external + " external Services");
        if (cloud.routes().size() != nodes)
            wrong.add(cloud.routes().size() + " routes for " + nodes + " nodes");
        if (cloud.initialised() != nodes)
            wrong.add(cloud.initialised() + " of " + nodes + " nodes are initialised");
        return wrong;
    }

    private Set<String> addresses() {
        Set<String> all = new TreeSet<>();
        cloud.resources("publicIPAddresses")
                .values()
                .forEach(body -> all.add(body.at("/properties/ipAddress").asText()));
        frontends().forEach(frontend -> all.add(frontend.at("/properties/privateIPAddress").asText()));
        return all;
    }

    private List<JsonNode> frontends() {
        return cloud.resources("loadBalancers")
                .values()
                .stream()
                .flatMap(balancer -> balancer.at("/properties/frontendIPConfigurations").valueStream())
                .toList();
    }
}
