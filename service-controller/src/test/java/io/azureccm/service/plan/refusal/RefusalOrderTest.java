package io.azureccm.service.plan.refusal;

import static org.assertj.core.api.Assertions.assertThat;

import io.azureccm.common.core.text.PlanText;
import io.azureccm.service.model.ServiceNames;
import io.azureccm.service.plan.Services;
import io.azureccm.service.plan.World;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

/**
 * The refused Services of a plan are in one order, regardless of the order in which they were seen: a restart must not print the plan
 * again.
 */
class RefusalOrderTest {
    private static final String TEXT = """
            Plan lb=kubernetes  services=5 changed / 5 known  snapshot age 0ms
              ! refused  shop/older   InvalidAnnotation: error parsing idle timeout key: service.beta.kubernetes.io/azure-load-balancer-tcp-idle-timeout="2": idle timeout value must be a whole number representing minutes between 4 and 100BILLED older
              ! refused  shop/one     UnsupportedProtocol: SCTP is only supported on standard loadbalancer in internal mode (port 80)BILLED one
              ! refused  shop/three   SubnetNotFound: failed to get subnet: k8s-vnet/none does not exist in resource group k8s
              ! refused  shop/two     InvalidAnnotation: external Service "shop/two" has invalid LoadBalancer IP "x" (service.beta.kubernetes.io/azure-load-balancer-ipv4 must be an IPv4 address)
              ! refused  shop/latest  UnsupportedProtocol: SCTP is only supported on standard loadbalancer in internal mode (port 80)BILLED latest
              calls: 0 writes""";

    private static final List<Services> REFUSED = List.of(
            Services.named("latest").port("SCTP", 80).created("2026-01-03T00:00:00Z"),
            Services.named("two").port("TCP", 80).annotation("azure-load-balancer-ipv4", "x"),
            Services.named("one").port("SCTP", 80),
            Services.named("older")
                    .port("TCP", 80)
                    .annotation("azure-load-balancer-tcp-idle-timeout", "2")
                    .created("2025-12-31T00:00:00Z"),
            Services.named("three")
                    .port("TCP", 80)
                    .annotation("azure-load-balancer-internal", "true")
                    .annotation("azure-load-balancer-internal-subnet", "none"));

    @Test
    void refusedServicesAreNamedByAgeAndNameWhateverOrderTheyWereSeenIn() {
        for (int seed = 0; seed < 20; seed++) {
            List<Services> seen = new ArrayList<>(REFUSED);
            Collections.shuffle(seen, new Random(seed));
            World world = new World(2);
            world.subnet("none", null);
            seen.forEach(service -> world.service(service.yaml()));
            world.plan().plan().ready().forEach(world::applyOne);
            assertThat(PlanText.of("services").render(world.plan().plan())).as("seed %d", seed)
                    .isEqualTo(expected());
        }
    }

    private static String expected() {
        String text = TEXT;
        for (String name : List.of("older", "one", "latest")) {
            text = text.replace("BILLED " + name + "\n",
                    "; until the Service is fixed or deleted, public IP kubernetes-"
                            + ServiceNames.base(Services.uid(name)) + " is kept for it and billed\n");
        }
        return text;
    }
}
