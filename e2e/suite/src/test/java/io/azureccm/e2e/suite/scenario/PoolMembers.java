package io.azureccm.e2e.suite.scenario;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Who is behind the load balancer, as Azure shows it. */
public final class PoolMembers {
    private static final Pattern MACHINE = Pattern
            .compile("(?i)/(?:virtualMachines|Microsoft.Network/networkInterfaces)/([^/]+)/");

    private PoolMembers() {}

    /** Numbers of instances, names of other interfaces, or the addresses in a node-IP pool; empty without a load balancer. */
    public static Set<String> of(ServiceScenario scenario) {
        Set<String> members = new TreeSet<>();
        scenario.azure().resource(scenario.balancerId()).ifPresent(balancer -> {
            for (JsonNode pool : balancer.at("/properties/backendAddressPools")) {
                for (JsonNode configuration : pool.at("/properties/backendIPConfigurations")) {
                    Matcher machine = MACHINE.matcher(configuration.path("id").asText());
                    members.add(machine.find() ? machine.group(1) : configuration.path("id").asText());
                }
                // A pool of network interfaces lists its members here once more, without their addresses.
                for (JsonNode address : pool.at("/properties/loadBalancerBackendAddresses")) {
                    members.add(address.at("/properties/ipAddress").asText());
                }
            }
        });
        members.remove("");
        return members;
    }
}
