package io.azureccm.service.plan.securitygroup;

import io.azureccm.common.core.ArmId;
import io.azureccm.service.model.Frontend;
import io.azureccm.service.model.FrontendModel;
import io.azureccm.service.model.LoadBalancer;
import io.azureccm.service.model.PublicIp;
import io.azureccm.service.observed.ObservedState;
import io.azureccm.service.plan.context.ServiceDecisions;
import io.azureccm.service.plan.frontend.DesiredFrontends;
import io.azureccm.service.spec.NodeFacts;
import io.azureccm.service.spec.ServiceSpec;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/** What has the additional addresses that Services request, by address: one Service may request tens of thousands. */
final class AddressUsers {
    private final Map<String, List<ServiceSpec>> requesting = new HashMap<>();
    private final Map<String, Set<String>> shown = new HashMap<>();
    private final Map<String, List<ServiceSpec>> planned = new HashMap<>();
    private final Map<String, List<Frontend>> frontends = new HashMap<>();
    private final Set<String> ofNodes = new HashSet<>();
    private final Set<ArmId> machines = new HashSet<>();

    private AddressUsers() {}

    static AddressUsers of(List<ServiceSpec> requesting, ServiceDecisions services, ObservedState observed,
            DesiredFrontends.Result planned) {
        AddressUsers users = new AddressUsers();
        for (ServiceSpec service : requesting) {
            Set.copyOf(service.address().additionalIps()).forEach(ip -> add(users.requesting, ip, service));
            users.shown.put(service.uid(), Set.copyOf(services.statusIps(service)));
        }
        for (ServiceSpec service : services.all()) {
            planned.frontends(service)
                    .stream()
                    .flatMap(frontend -> frontend.address().stream())
                    .distinct()
                    .forEach(address -> add(users.planned, address, service));
        }
        for (LoadBalancer balancer : observed.loadBalancers()) {
            balancer.frontends()
                    .forEach(frontend -> Stream.concat(Stream.of(frontend.privateIp()), frontend.publicIp()
                            .flatMap(observed::publicIp)
                            .map(PublicIp::address)
                            .stream()).distinct().forEach(address -> add(users.frontends, address, frontend)));
        }
        planned.services().cluster().nodes().forEach(users::add);
        return users;
    }

    private static <T> void add(Map<String, List<T>> all, String address, T user) {
        all.computeIfAbsent(address, none -> new ArrayList<>()).add(user);
    }

    private void add(NodeFacts node) {
        ofNodes.addAll(node.internalIps());
        node.machine().ifPresent(machine -> {
            machines.add(machine);
            machines.add(machine.root());
        });
    }

    /** The Services that request it in addition, in the order of the plan. */
    List<ServiceSpec> requesting(String address) {
        return requesting.getOrDefault(address, List.of());
    }

    /** Whether the status of a Service that requests addresses has this one. */
    boolean isShown(ServiceSpec requesting, String address) {
        return shown.get(requesting.uid()).contains(address);
    }

    /** The Services that get a frontend with it, in the order of the plan. */
    List<ServiceSpec> planned(String address) {
        return planned.getOrDefault(address, List.of());
    }

    /** The frontends that have it now, of all load balancers. */
    List<Frontend> frontends(String address) {
        return frontends.getOrDefault(address, List.of());
    }

    boolean isNodes(String address) {
        return ofNodes.contains(address);
    }

    /** The machines of all nodes, and their scale sets. */
    Set<ArmId> machines() {
        return machines;
    }
}
