package io.azureccm.service.plan.frontend;

import static org.assertj.core.api.Assertions.assertThat;

import io.azureccm.common.core.ArmTypes;
import io.azureccm.common.core.Refusal;
import io.azureccm.service.plan.Services;
import io.azureccm.service.plan.World;
import io.azureccm.service.spec.Notice;
import org.junit.jupiter.api.Test;

/** Services that become internal and name a public IP all the same: never reachable from outside without a word. */
class FormerAddressesTest {
    private static final String INTERNAL = "azure-load-balancer-internal";

    private final World world = new World(1);

    FormerAddressesTest() {
        world.put(ArmTypes.PUBLIC_IP, "mine", """
                {"sku": {"name": "Standard"}, "properties": {"ipAddress": "20.9.0.1", "publicIPAddressVersion": "IPv4",
                 "publicIPAllocationMethod": "Static"}}""");
    }

    @Test
    void internalServiceWithTheAddressOfAPublicIpIsToldThatItStaysPublic() {
        world.service(web().spec("loadBalancerIP: 20.9.0.1").yaml());
        world.converge();
        world.service(web().spec("loadBalancerIP: 20.9.0.1").annotation(INTERNAL, "true").yaml());
        assertThat(world.converge()).isEmpty();
        assertThat(world.plan().plan().refusals()).containsExactly(new Refusal("AddressNotInSubnet", "shop/web",
                "internal Service \"shop/web\" cannot have address 20.9.0.1: it is not in subnet k8s-subnet (10.240.0.0/16), and a"
                        + " public IP is for external Services; specify an address of the subnet, or none; until then the"
                        + " Service is not internal: it stays reachable at its public address 20.9.0.1"));
        world.service(web().annotation(INTERNAL, "true").yaml());
        world.converge();
        assertThat(world.plan().plan().refusals()).isEmpty();
        assertThat(world.resource(ArmTypes.LOAD_BALANCER, "kubernetes")).isEmpty();
    }

    @Test
    void anyMistakeOfAServiceThatIsToBecomeInternalNamesThePublicAddressItKeeps() {
        world.subnet("missing", null);
        world.service(web().annotation("azure-pip-name", "mine").yaml());
        world.converge();
        world.service(web().annotation(INTERNAL, "true")
                .annotation("azure-load-balancer-internal-subnet", "missing")
                .yaml());
        assertThat(world.plan().plan().refusals()).singleElement()
                .satisfies(refusal -> assertThat(refusal.message()).startsWith("failed to get subnet")
                        .endsWith("it stays reachable at its public address 20.9.0.1"));
    }

    @Test
    void serviceThatWasNeverPublicIsNotSaidToBe() {
        world.service(web().spec("loadBalancerIP: 20.9.0.1").annotation(INTERNAL, "true").yaml());
        assertThat(world.plan().plan().refusals()).singleElement()
                .satisfies(refusal -> assertThat(refusal.message()).endsWith("or none"));
    }

    @Test
    void nameOfAPublicIpWithoutEffectIsToldInEventAndCondition() {
        world.service(web().annotation(INTERNAL, "true")
                .annotation("azure-pip-name", "mine")
                .annotation("azure-dns-label-name", "web")
                .yaml());
        world.converge();
        assertThat(world.plan().plannedServices().values()).singleElement()
                .satisfies(service -> assertThat(service.notices()).containsExactly(Notice
                        .normal(Notice.Source.SERVICE_CONTROLLER, "PublicIPNotUsed", "annotation"
                                + " service.beta.kubernetes.io/azure-pip-name and service.beta.kubernetes.io/azure-dns-label-name"
                                + " have no effect, because annotation service.beta.kubernetes.io/azure-load-balancer-internal"
                                + " makes the Service internal: it has no public IP; remove one or the other")
                        .alsoInCondition()));
    }

    private static Services web() {
        return Services.named("web").port("TCP", 80);
    }
}
