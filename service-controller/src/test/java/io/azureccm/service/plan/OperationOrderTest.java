package io.azureccm.service.plan;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.azureccm.common.core.ArmId;
import io.azureccm.common.core.ArmTypes;
import io.azureccm.common.core.Operation;
import io.azureccm.common.core.tenant.TenantPolicy;
import io.azureccm.service.model.ArmJson;
import io.azureccm.service.model.LoadBalancer;
import io.azureccm.service.model.PublicIp;
import io.azureccm.service.observed.InFlightChanges;
import io.azureccm.service.observed.LoadBalancers;
import io.azureccm.service.observed.Machines;
import io.azureccm.service.observed.ObservedState;
import io.azureccm.service.observed.PublicIps;
import io.azureccm.service.observed.UnreadableState;
import io.azureccm.service.plan.context.PlannerSettings;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** The order of writes of load balancers and of the public IPs of their frontends. */
class OperationOrderTest {
    private static final ArmId ONE = World.id(ArmTypes.LOAD_BALANCER, "kubernetes");
    private static final ArmId TWO = World.id(ArmTypes.LOAD_BALANCER, "lb2");
    private static final ArmId WEB = World.id(ArmTypes.PUBLIC_IP, "kubernetes-web");
    private static final ArmId API = World.id(ArmTypes.PUBLIC_IP, "kubernetes-api");

    @Test
    void publicIpIsWrittenBeforeTheLoadBalancerThatUsesIt() {
        Map<ArmId, Operation> ordered = order(Map.of(ONE, Set.of()), Map.of(ONE, Set.of(WEB)), ONE, WEB);
        assertThat(ordered.get(ONE).after()).containsExactly(WEB);
        assertThat(ordered.get(WEB).after()).isEmpty();
    }

    @Test
    void publicIpIsWrittenAfterTheLoadBalancerThatStopsUsingIt() {
        Map<ArmId, Operation> ordered = order(Map.of(ONE, Set.of(WEB)), Map.of(ONE, Set.of()), ONE, WEB);
        assertThat(ordered.get(WEB).after()).containsExactly(ONE);
        assertThat(ordered.get(ONE).after()).isEmpty();
    }

    @Test
    void publicIpThatOnlyLosesServicesAndItsLoadBalancerDoNotWaitForEachOther() {
        Operation release = put(WEB).forSubjects(Set.of("shop/web")).removingFor(Set.of("shop/web"));
        Map<ArmId, Operation> ordered = order(Map.of(ONE, Set.of(WEB)), Map.of(ONE, Set.of(WEB)), put(ONE), release);
        assertThat(ordered.values()).extracting(Operation::after).containsOnly(Set.of());
    }

    @Test
    void publicIpOfAFrontendThatStaysIsNotDeleted() {
        Operation deletion = Operation.delete(WEB, List.of());
        assertThat(order(Map.of(ONE, Set.of(WEB)), Map.of(ONE, Set.of(WEB)), put(ONE), deletion)).containsOnlyKeys(ONE);
        assertThat(order(Map.of(ONE, Set.of(WEB)), Map.of(ONE, Set.of()), put(ONE), deletion)).containsKey(WEB);
    }

    /** Each load balancer would have to be written before the other one, and no operation could start. */
    @Test
    void operationsOfServicesThatSwapLoadBalancersDoNotWaitForEachOther() {
        Map<ArmId, Operation> ordered = order(Map.of(ONE, Set.of(WEB), TWO, Set.of(API)),
                Map.of(ONE, Set.of(API), TWO, Set.of(WEB)), ONE, TWO, WEB, API);

        List<ArmId> done = new ArrayList<>();
        for (int i = 0; i < ordered.size(); i++)
            ordered.values()
                    .stream()
                    .filter(operation -> !done.contains(operation.target())
                            && done.containsAll(operation.after()))
                    .map(Operation::target)
                    .toList()
                    .forEach(done::add);
        assertThat(done).containsExactlyInAnyOrder(ONE, TWO, WEB, API);
    }

    /** {@code before}, {@code later}: the public IPs of each load balancer; everything in {@code written} is written. */
    private static Map<ArmId, Operation> order(Map<ArmId, Set<ArmId>> before, Map<ArmId, Set<ArmId>> later,
            ArmId... written) {
        return order(before, later, Stream.of(written).map(OperationOrderTest::put).toArray(Operation[]::new));
    }

    private static Operation put(ArmId target) {
        return Operation.put(target, ArmJson.object(), "", List.of());
    }

    private static Map<ArmId, Operation> order(Map<ArmId, Set<ArmId>> before, Map<ArmId, Set<ArmId>> later,
            Operation... written) {
        ObservedState observed = new ObservedState(
                new LoadBalancers(before.entrySet()
                        .stream()
                        .map(each -> balancer(each.getKey(), each.getValue()))
                        .toList()),
                new PublicIps(Stream.of(WEB, API)
                        .map(id -> PublicIp.of(ArmJson.object().put("id", id.toString()).put("name", id.name())))
                        .toList()),
                Optional.empty(), Map.of(), Map.of(), Optional.empty(), Machines.NONE, 0, InFlightChanges.UNKNOWN,
                UnreadableState.NONE);
        Map<ArmId, LoadBalancer> desired = new LinkedHashMap<>();
        later.forEach((id, ips) -> desired.put(id, balancer(id, ips)));
        Map<ArmId, Operation> operations = new LinkedHashMap<>();
        Stream.of(written).forEach(each -> operations.put(each.target(), each));
        Map<ArmId, Operation> ordered = new LinkedHashMap<>();
        new OperationOrder(new PlannerSettings(new World(0).cloud(), "kubernetes",
                TenantPolicy.DEFAULT, false), observed, desired, operations)
                .order(List.of(), Map.of())
                .forEach(operation -> ordered.put(operation.target(), operation));
        return ordered;
    }

    private static LoadBalancer balancer(ArmId id, Set<ArmId> publicIps) {
        ObjectNode json = ArmJson.object().put("id", id.toString()).put("name", id.name());
        ArrayNode frontends = json.putObject("properties").putArray("frontendIPConfigurations");
        publicIps.forEach(ip -> frontends.addObject()
                .put("name", ip.name())
                .putObject("properties")
                .putObject("publicIPAddress")
                .put("id", ip.toString()));
        return LoadBalancer.of(json);
    }
}
