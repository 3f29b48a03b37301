package io.azureccm.service.plan.securitygroup;

import static org.assertj.core.api.Assertions.assertThat;

import io.azureccm.common.core.ArmTypes;
import io.azureccm.common.core.Operation;
import io.azureccm.service.plan.SecurityRules;
import io.azureccm.service.plan.Services;
import io.azureccm.service.plan.World;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** How rules change when Services that share them, or an address, are added, changed, deleted or invalid. */
class SharedSecurityRulesTest {
    private static final String NO_FLOATING_IP = "azure-disable-load-balancer-floating-ip";
    private static final String RANGES = "azure-allowed-ip-ranges";
    private static final String TAGS = "azure-allowed-service-tags";
    private static final String DENY = "azure-deny-all-except-load-balancer-source-ranges";
    private static final String OFF = "azure-disable-load-balancer-nsg-rule";
    private static final String MORE_IPS = "azure-additional-public-ips";

    private final World world = new World(2);

    @Test
    void servicesThatWantTheSameShareARuleAndEachTakesOnlyItsOwnAway() {
        world.service(Services.named("a").port("TCP", 80).annotation(MORE_IPS, "40.0.0.1").yaml());
        world.service(Services.named("b").port("TCP", 80).yaml());
        world.converge();
        assertThat(SecurityRules.of(world))
                .containsExactly("500 Allow Tcp Internet > 20.0.0.5,20.0.0.6,40.0.0.1 80");
        world.gone("a");
        Operation write = onlySecurityWrite();
        assertThat(write.subjects()).containsExactly("shop/a");
        assertThat(SecurityRules.of(world)).containsExactly("500 Allow Tcp Internet > 20.0.0.6 80");
        world.forget("a");
        world.gone("b");
        world.converge();
        assertThat(SecurityRules.of(world)).isEmpty();
    }

    @Test
    void addressThatIsNoLongerAdditionalIsTakenOut() {
        world.service(Services.named("web").port("TCP", 80).annotation(MORE_IPS, "40.0.0.1,40.0.0.2").yaml());
        world.converge();
        world.service(Services.named("web").port("TCP", 80).annotation(MORE_IPS, "40.0.0.2").status("40.0.0.1").yaml());
        assertThat(onlySecurityWrite().subjects()).containsExactly("shop/web");
        assertThat(SecurityRules.of(world)).containsExactly("500 Allow Tcp Internet > 20.0.0.5,40.0.0.2 80");
    }

    @Test
    void rulesThatAreSwitchedOffAreTakenDownForTheService() {
        world.service(Services.named("web").port("TCP", 80).yaml());
        world.converge();
        world.service(Services.named("web").port("TCP", 80).annotation(OFF, "true").yaml());
        assertThat(onlySecurityWrite().subjects()).containsExactly("shop/web");
        assertThat(SecurityRules.of(world)).isEmpty();
    }

    @Test
    void denyAllStaysOnASharedAddressWhileAnyServiceOnItAsksForIt() {
        world.put(ArmTypes.PUBLIC_IP, "vip", "{\"properties\": {\"ipAddress\": \"30.0.0.1\"}}");
        world.service(Services.named("a")
                .port("TCP", 80)
                .annotation("azure-pip-name", "vip")
                .annotation(RANGES, "10.1.0.0/16")
                .annotation(DENY, "true")
                .yaml());
        world.service(Services.named("b").port("TCP", 81).annotation("azure-pip-name", "vip").yaml());
        world.converge();
        List<String> both = SecurityRules.of(world);
        assertThat(both).containsExactly("500 Allow Tcp 10.1.0.0/16 > 30.0.0.1 80",
                "501 Allow Tcp Internet > 30.0.0.1 81", "4095 Deny * * > 30.0.0.1 *");
        world.service(Services.named("b").port("TCP", 82).annotation("azure-pip-name", "vip").yaml());
        world.converge();
        assertThat(SecurityRules.of(world)).contains("4095 Deny * * > 30.0.0.1 *");
        world.gone("b");
        world.converge();
        assertThat(SecurityRules.of(world)).containsExactly("500 Allow Tcp 10.1.0.0/16 > 30.0.0.1 80",
                "4095 Deny * * > 30.0.0.1 *");
        world.gone("a");
        world.converge();
        assertThat(SecurityRules.of(world)).isEmpty();
    }

    @Test
    void ruleOfAServiceThatCannotBePlannedStaysAsItIs() {
        world.service(Services.named("web").port("TCP", 80).annotation(MORE_IPS, "40.0.0.1").yaml());
        world.service(Services.named("other").port("TCP", 80).yaml());
        world.converge();
        List<String> before = SecurityRules.of(world);
        for (String mistake : List.of("azure-load-balancer-tcp-idle-timeout", "azure-pip-name", TAGS)) {
            world.service(Services.named("web")
                    .port("TCP", mistake.equals(TAGS) ? 80 : 81)
                    .status("20.0.0.5")
                    .annotation(MORE_IPS, "40.0.0.1")
                    .annotation(mistake, mistake.equals(TAGS) ? "" : "2")
                    .yaml());
            world.converge();
            assertThat(SecurityRules.of(world)).as(mistake).isEqualTo(before);
        }
    }

    @ParameterizedTest
    @CsvSource({"azure-load-balancer-tcp-idle-timeout", "azure-allowed-service-tags"})
    void mistakeKeepsNothingOfAnotherServiceOnTheSameAddressOrNodes(String mistake) {
        world.put(ArmTypes.PUBLIC_IP, "vip", "{\"properties\": {\"ipAddress\": \"30.0.0.1\"}}");
        for (String floating : List.of("false", "true")) {
            world.service(Services.named("web" + floating)
                    .port("TCP", 80, floating.equals("true") ? 31080 : 31180)
                    .annotation("azure-pip-name", floating.equals("true") ? "vip2" : "vip")
                    .annotation(NO_FLOATING_IP, floating)
                    .yaml());
        }
        world.put(ArmTypes.PUBLIC_IP, "vip2", "{\"properties\": {\"ipAddress\": \"30.0.0.2\"}}");
        world.converge();
        List<String> before = SecurityRules.of(world);
        world.service(Services.named("guest").port("TCP", 81, 31081).annotation("azure-pip-name", "vip").yaml());
        world.service(Services.named("hidden")
                .port("TCP", 82, 31082)
                .annotation("azure-pip-name", "vip2")
                .annotation(NO_FLOATING_IP, "true")
                .yaml());
        world.converge();
        assertThat(SecurityRules.of(world)).hasSize(4);
        for (String floating : List.of("false", "true")) {
            world.service(Services.named("web" + floating)
                    .port("TCP", 80, floating.equals("true") ? 31080 : 31180)
                    .annotation("azure-pip-name", floating.equals("true") ? "vip2" : "vip")
                    .annotation(NO_FLOATING_IP, floating)
                    .annotation(mistake, "")
                    .yaml());
        }
        world.gone("guest");
        world.gone("hidden");
        world.converge();
        assertThat(world.plan().plan().refusals()).hasSize(2);
        assertThat(SecurityRules.of(world)).isEqualTo(before);
    }

    @Test
    void existingPrioritiesStayAndNewRulesGetTheLowestFreeOnesByAge() {
        SecurityRules.put(world, SecurityRules.filler("mine", 500, 1, 1), SecurityRules.filler("yours", 502, 1, 1),
                SecurityRules.filler("deny", 4095, 1, 1));
        world.service(Services.named("young").port("TCP", 82).created("2026-01-03T00:00:00Z").yaml());
        world.service(Services.named("old")
                .port("TCP", 81)
                .created("2026-01-01T00:00:00Z")
                .annotation(RANGES, "10.0.0.1/8")
                .yaml());
        world.service(Services.named("middle").port("TCP", 80).created("2026-01-02T00:00:00Z").yaml());
        world.converge();
        List<String> rules = SecurityRules.of(world);
        assertThat(rules.get(1)).startsWith("501 Allow Tcp Internet").endsWith(" 80");
        assertThat(rules.get(3)).startsWith("503 Allow Tcp Internet").endsWith(" 82");
        assertThat(rules.get(4)).startsWith("4094 Deny");
        world.gone("middle");
        world.service(Services.named("new").port("TCP", 83).created("2026-01-04T00:00:00Z").yaml());
        world.converge();
        assertThat(SecurityRules.of(world)).filteredOn(rule -> rule.startsWith("504 "))
                .singleElement()
                .asString()
                .endsWith(" 83");
        assertThat(SecurityRules.of(world)).noneMatch(rule -> rule.startsWith("501 "));
    }

    private Operation onlySecurityWrite() {
        List<Operation> writes = world.converge()
                .stream()
                .flatMap(plan -> plan.operations().stream())
                .filter(operation -> operation.target().hasType(ArmTypes.SECURITY_GROUP))
                .toList();
        assertThat(writes).hasSize(1);
        return writes.getFirst();
    }
}
