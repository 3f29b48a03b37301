package io.azureccm.service.plan;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.azureccm.common.core.ArmId;
import io.azureccm.common.core.ArmTypes;
import io.azureccm.common.core.Operation;
import io.azureccm.service.model.ServiceNames;
import java.util.List;
import java.util.function.BiConsumer;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/** A deleted Service leaves nothing behind, whatever happened to its annotations and to the resources they name. */
class DeletionTest {
    private static final String PUBLIC_IP = """
            {"sku": {"name": "Standard"}, "properties": {"ipAddress": "20.9.0.1", "publicIPAddressVersion": "IPv4"}}""";

    /** The Service while it was served, and what broke after that. */
    private record Wreck(String name, Services before, BiConsumer<World, Services> after) {}

    private static final List<Wreck> WRECKS = List.of(
            annotated("LoadBalancer IP that is none", "azure-load-balancer-ipv4", "nonsense"),
            annotated("private LoadBalancer IP", "azure-load-balancer-ipv4", "10.0.0.1"),
            annotated("LoadBalancer IP nobody has", "azure-load-balancer-ipv4", "20.99.99.99"),
            annotated("public IP that is not there", "azure-pip-name", "nothing"),
            annotated("prefix that is none", "azure-pip-prefix-id", "nothing"),
            annotated("resource group that is not there", "azure-load-balancer-resource-group", "nowhere"),
            annotated("additional address that is none", "azure-additional-public-ips", "1.2.3.4,x"),
            annotated("IP tags that would make the public IP anew", "azure-pip-ip-tags", "A=1"),
            annotated("probe interval that is too short", "azure-load-balancer-health-probe-interval", "1"),
            annotated("idle timeout that is none", "azure-load-balancer-tcp-idle-timeout", "soon"),
            annotated("internal in a subnet that is not there", "azure-load-balancer-internal-subnet", "gone"),
            new Wreck("subnet that is gone", internal(), (world, web) -> world.subnet("k8s-subnet", null)),
            new Wreck("subnet of the annotation that is gone",
                    internal().annotation("azure-load-balancer-internal-subnet", "apps"),
                    (world, web) -> world.subnet("apps", null)),
            new Wreck("public IP of the user that is gone", web().annotation("azure-pip-name", "mine"),
                    (world, web) -> world.resources().keySet().removeIf(id -> id.name().equals("mine"))),
            new Wreck("managed public IP that is gone", web(),
                    (world, web) -> world.resources().keySet().removeIf(id -> id.hasType(ArmTypes.PUBLIC_IP))),
            new Wreck("load balancer that is gone", web(),
                    (world, web) -> world.resources().keySet().removeIf(id -> id.hasType(ArmTypes.LOAD_BALANCER))),
            new Wreck("security group that is gone", web(),
                    (world, web) -> world.resources().keySet().removeIf(id -> id.hasType(ArmTypes.SECURITY_GROUP))),
            new Wreck("security group that is not configured any more", web(), (world, web) -> {
                world.with("securityGroupName", "\"\"");
                world.resources().keySet().removeIf(id -> id.hasType(ArmTypes.SECURITY_GROUP));
            }),
            new Wreck("everything gone", web(), (world, web) -> world.resources()
                    .keySet()
                    .removeIf(id -> id.hasType(ArmTypes.LOAD_BALANCER) || id.hasType(ArmTypes.PUBLIC_IP))));

    @TestFactory
    Stream<DynamicTest> deletionIsNotStoppedByAMistake() {
        return WRECKS.stream().map(wreck -> DynamicTest.dynamicTest(wreck.name(), () -> check(wreck)));
    }

    @Test
    void publicIpIsDeletedAfterTheOperationThatTakesItsFrontendAwayHasEnded() {
        World world = new World(1);
        world.service(web().yaml());
        world.service(Services.named("other").port("TCP", 99).yaml());
        world.converge();
        world.gone("web");
        ArmId balancer = operationOn(world.plan(), ArmTypes.LOAD_BALANCER).target();
        Operation write = operation(world.plan(), balancer);
        ObjectNode updating = write.body().deepCopy();
        updating.withObjectProperty("properties").put("provisioningState", "Updating");
        ArmId publicIp = operationOn(world.plan(), ArmTypes.PUBLIC_IP).target();
        String frontend = balancer + "/frontendIPConfigurations/" + ServiceNames.base(Services.uid("web"));
        world.resources().put(balancer, updating);
        world.resources()
                .get(publicIp)
                .withObjectProperty("properties")
                .putObject("ipConfiguration")
                .put("id", frontend);

        assertThat(operation(world.plan(), publicIp).after()).containsExactly(balancer);
    }

    private static void check(Wreck wreck) {
        World world = new World(1);
        world.subnet("apps", "10.241.0.0/16");
        world.put(ArmTypes.PUBLIC_IP, "mine", PUBLIC_IP);
        world.service(wreck.before().yaml());
        world.service(Services.named("other").port("TCP", 99).yaml());
        world.converge();
        wreck.after().accept(world, wreck.before());
        world.gone("web");
        ServicePlan plan = world.plan();
        assertThat(plan.plannedServices().get(Services.uid("web")).stop()).isEmpty();
        assertThat(plan.plan().refusals()).noneMatch(refusal -> refusal.subject().equals("shop/web"));
        world.converge();
        assertThat(world.resources().toString()).doesNotContain(ServiceNames.base(Services.uid("web")));
    }

    private static Operation operation(ServicePlan plan, ArmId target) {
        return operationOf(plan, operation -> operation.target().equals(target));
    }

    private static Operation operationOn(ServicePlan plan, String type) {
        return operationOf(plan, operation -> operation.target().hasType(type));
    }

    private static Operation operationOf(ServicePlan plan, Predicate<Operation> wanted) {
        return plan.plan().operations().stream().filter(wanted).findFirst().orElseThrow();
    }

    private static Wreck annotated(String name, String key, String value) {
        return new Wreck(name, web(), (world, web) -> world.service(web.annotation(key, value).yaml()));
    }

    private static Services web() {
        return Services.named("web").port("TCP", 80);
    }

    private static Services internal() {
        return web().annotation("azure-load-balancer-internal", "true");
    }
}
