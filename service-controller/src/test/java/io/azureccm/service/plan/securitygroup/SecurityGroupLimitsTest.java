package io.azureccm.service.plan.securitygroup;

import static org.assertj.core.api.Assertions.assertThat;

import io.azureccm.common.core.Refusal;
import io.azureccm.service.plan.SecurityRules;
import io.azureccm.service.plan.Services;
import io.azureccm.service.plan.World;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** A security group that cannot hold all rules: which Services get theirs, which are refused, and that nothing is lost. */
class SecurityGroupLimitsTest {
    private static final String RANGES = "azure-allowed-ip-ranges";

    private final World world = new World(2);

    @Test
    void youngestServicesAreLeftOutWhenThereAreTooManyRules() {
        SecurityRules.put(world, SecurityRules.fillers(998, 1000));
        for (int i = 4; i > 0; i--) {
            world.service(service(i).yaml());
        }
        world.converge();
        assertThat(ownRules()).containsExactly("500 Allow Tcp Internet > ip 81",
                "501 Allow Tcp Internet > ip 82");
        assertThat(refusals()).extracting(Refusal::subject).containsExactly("shop/svc3", "shop/svc4");
        assertThat(refusals()).allSatisfy(refusal -> assertThat(refusal.message())
                .contains("\"k8s-nsg\" exceeds the maximum number of rules (1001 > 1000)"));
    }

    @Test
    void serviceThatNeedsNoRuleOfItsOwnStillGetsIn() {
        SecurityRules.put(world, SecurityRules.fillers(999, 1000));
        world.service(service(1).yaml());
        world.service(service(2).yaml());
        world.service(Services.named("sharing").port("TCP", 81).created("2026-02-01T00:00:00Z").yaml());
        world.converge();
        assertThat(ownRules()).containsExactly("500 Allow Tcp Internet > ip,ip 81");
        assertThat(refusals()).extracting(Refusal::subject).containsExactly("shop/svc2");
    }

    @Test
    void sourcesOfTheWholeGroupCount() {
        SecurityRules.put(world, SecurityRules.filler("wide", 1000, 3995, 1));
        world.service(service(1).annotation(RANGES, ranges(6)).yaml());
        world.service(service(2).annotation(RANGES, ranges(5)).yaml());
        world.converge();
        assertThat(ownRules()).singleElement().asString().endsWith("> ip 82");
        assertThat(refusals()).singleElement()
                .satisfies(refusal -> assertThat(refusal.message())
                        .contains("exceeds the maximum number of source IP addresses (4006 > 4000)"));
    }

    @Test
    void ruleThatTakesThePlaceOfAnotherOneMayNotBeLargerThanTheGroupHasRoomFor() {
        SecurityRules.put(world, SecurityRules.filler("wide", 1000, 3995, 3999));
        world.service(service(1).annotation(RANGES, ranges(5)).yaml());
        world.converge();
        List<String> before = ownRules();
        for (Services larger : List.of(service(1).annotation(RANGES, ranges(6)),
                service(1).annotation(RANGES, ranges(5)).annotation("azure-additional-public-ips", "40.0.0.1"))) {
            world.service(larger.status("20.0.0.5").yaml());
            world.converge();
            assertThat(refusals()).extracting(Refusal::code).containsExactly("SecurityGroupFull");
            assertThat(ownRules()).isEqualTo(before);
        }
    }

    @Test
    void rulesThatARefusedServiceKeepsCount() {
        SecurityRules.put(world, SecurityRules.fillers(999, 1000));
        world.service(service(1).yaml());
        world.converge();
        world.service(service(1).annotation("azure-load-balancer-tcp-idle-timeout", "2").status("20.0.0.5").yaml());
        world.service(service(2).yaml());
        world.converge();
        assertThat(refusals()).extracting(Refusal::subject).containsExactly("shop/svc1", "shop/svc2");
        assertThat(ownRules()).containsExactly("500 Allow Tcp Internet > ip 81");
    }

    @Test
    void destinationsOfTheWholeGroupCount() {
        SecurityRules.put(world, SecurityRules.filler("wide", 1000, 1, 3998));
        world.service(service(1).annotation("azure-additional-public-ips", "40.0.0.1,40.0.0.2").yaml());
        world.service(service(2).yaml());
        world.converge();
        assertThat(ownRules()).containsExactly("500 Allow Tcp Internet > ip 82");
        assertThat(refusals()).singleElement()
                .satisfies(refusal -> assertThat(refusal.message())
                        .contains("exceeds the maximum number of destination IP addresses (4002 > 4000)"));
    }

    @Test
    void olderServiceThatAsksForMoreTakesNothingFromYoungerOnes() {
        SecurityRules.put(world, SecurityRules.fillers(998, 1000));
        world.service(service(1).yaml());
        world.service(service(2).yaml());
        world.converge();
        List<String> before = ownRules();
        world.service(service(1).port("UDP", 53).status("20.0.0.5").yaml());
        world.converge();
        assertThat(ownRules()).isEqualTo(before);
        assertThat(refusals()).extracting(Refusal::subject).containsExactly("shop/svc1");
    }

    @Test
    void roomThatOneServiceGivesBackIsUsedByAnotherInTheSameWrite() {
        SecurityRules.put(world, SecurityRules.fillers(998, 1000));
        world.service(service(1).yaml());
        world.service(service(2).port("UDP", 53).yaml());
        world.converge();
        assertThat(refusals()).extracting(Refusal::subject).containsExactly("shop/svc2");
        world.service(service(1).annotation("azure-disable-load-balancer-nsg-rule", "true").status("20.0.0.5").yaml());
        List<io.azureccm.common.core.Plan> plans = world.converge();
        assertThat(plans).hasSize(1);
        assertThat(ownRules()).containsExactly("501 Allow Tcp Internet > ip 82",
                "502 Allow Udp Internet > ip 53");
        assertThat(refusals()).isEmpty();
    }

    @Test
    void groupThatIsBeyondItsBoundsAlreadyIsStillCleanedUpAndChangedWithoutGrowing() {
        SecurityRules.put(world, SecurityRules.fillers(999, 1000));
        world.service(service(1).yaml());
        world.converge();
        // Azure may lower a limit, or accept more than documented: existing rules are no reason to refuse a change.
        List<com.fasterxml.jackson.databind.node.ObjectNode> all = SecurityRules.bodies(world);
        SecurityRules.put(world, java.util.stream.Stream
                .concat(all.stream().map(Object::toString),
                        java.util.Arrays.stream(SecurityRules.fillers(3, 2500))
                                .map(text -> text.replace("own", "more")))
                .toArray(String[]::new));
        world.service(Services.named("svc1").port("TCP", 90).created("2026-01-01T00:00:00Z").status("20.0.0.5").yaml());
        assertThat(refusals()).isEmpty();
        assertThat(world.plan().plan().operations()).anySatisfy(operation -> assertThat(operation.body().toString())
                .contains("\"90\""));
    }

    /** Rules of Services, independent of the order in which addresses were allocated. */
    private List<String> ownRules() {
        return SecurityRules.of(world)
                .stream()
                .filter(rule -> !rule.contains("100.96."))
                .map(rule -> rule.replaceAll("20\\.0\\.0\\.[0-9]+", "ip"))
                .toList();
    }

    private List<Refusal> refusals() {
        return world.plan().plan().refusals();
    }

    private static Services service(int number) {
        return Services.named("svc" + number).port("TCP", 80 + number).created("2026-01-0" + number + "T00:00:00Z");
    }

    private static String ranges(int count) {
        return String.join(",", IntStream.range(0, count).mapToObj(i -> "10." + 2 * i + ".0.0/16").toList());
    }
}
