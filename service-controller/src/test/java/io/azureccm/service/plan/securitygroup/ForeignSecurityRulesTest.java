package io.azureccm.service.plan.securitygroup;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.azureccm.common.core.ArmTypes;
import io.azureccm.service.model.ArmJson;
import io.azureccm.service.plan.SecurityRules;
import io.azureccm.service.plan.Services;
import io.azureccm.service.plan.World;
import java.util.List;
import org.junit.jupiter.api.Test;

/** How existing rules are treated: unmanaged ones, those of other clusters, and modified ones. */
class ForeignSecurityRulesTest {
    /** Tcp, Internet, port 80: the rule name that most clusters have. */
    private static final String WEB_RULE = "k8s-azure-lb_allow_IPv4_d39272f7f57ed937951650d93992ad77";

    private final World world = new World(2);

    @Test
    void rulesOfOthersAreNeverTouched() {
        String[] foreign = {SecurityRules.filler("mine", 500, 2, 2),
                SecurityRules.rule("k8s-azure-lb_custom", 501, "\"destinationPortRange\": \"80\","
                        + "\"sourceAddressPrefix\": \"Internet\", \"destinationAddressPrefix\": \"20.0.0.5\""),
                SecurityRules.rule("k8s-azure-lb_allow_IPv4_0123456789abcdef0123456789abcdef", 499,
                        "\"destinationPortRange\": \"80\", \"sourceAddressPrefix\": \"Internet\","
                                + " \"destinationAddressPrefix\": \"20.0.0.5\", \"future\": {\"a\": [1]}"),
                SecurityRules.rule("asg", 600, "\"destinationPortRange\": \"80\", \"sourceAddressPrefix\": \"*\","
                        + " \"destinationApplicationSecurityGroups\": [{\"id\": \"/asg\"}]")};
        SecurityRules.put(world, foreign);
        List<ObjectNode> before = SecurityRules.bodies(world);
        world.service(Services.named("web").port("TCP", 81).yaml());
        world.converge();
        assertThat(SecurityRules.bodies(world)).startsWith(before.toArray(ObjectNode[]::new)).hasSize(5);
        world.gone("web");
        world.converge();
        assertThat(SecurityRules.bodies(world)).isEqualTo(before);
    }

    @Test
    void destinationsThatNobodyHasAreTakenOutOfManagedRulesOnly() {
        SecurityRules.put(world, webRule(500, "\"destinationAddressPrefixes\": [\"50.0.0.1\", \"50.0.0.2\"]"),
                SecurityRules.rule("k8s-azure-lb_allow_IPv4_0123456789abcdef0123456789abcdef", 501,
                        "\"destinationPortRanges\": [\"99\"], \"sourceAddressPrefix\": \"Internet\","
                                + " \"destinationAddressPrefix\": \"50.0.0.1\""),
                SecurityRules.filler("mine", 502, 1, 1));
        world.service(Services.named("web").port("TCP", 80).yaml());
        world.converge();
        assertThat(SecurityRules.of(world)).containsExactly("500 Allow Tcp Internet > 20.0.0.5 80",
                "502 Allow Tcp 100.64.0.0 > 100.96.0.0 1");
    }

    @Test
    void addressesOfOtherClustersStayInTheRulesThatAreSharedWithThem() {
        world.put(ArmTypes.PUBLIC_IP, "blue-ip", "{\"tags\": {\"k8s-azure-service\": \"shop/web\","
                + " \"k8s-azure-cluster-name\": \"blue\"}, \"properties\": {\"ipAddress\": \"20.9.9.9\"}}");
        world.put(ArmTypes.LOAD_BALANCER, "blue-internal", "{\"properties\": {\"frontendIPConfigurations\": [{\"name\":"
                + " \"a0123456789abcdef0123456789abcde\", \"properties\": {\"privateIPAddress\": \"10.240.9.9\"}}]}}");
        SecurityRules.put(world,
                webRule(500, "\"destinationAddressPrefixes\": [\"10.240.9.9\", \"20.9.9.9\", \"50.0.0.1\"]"));
        world.service(Services.named("web").port("TCP", 80).yaml());
        world.converge();
        assertThat(SecurityRules.of(world)).containsExactly("500 Allow Tcp Internet > 10.240.9.9,20.0.0.5,20.9.9.9 80");
        world.gone("web");
        world.converge();
        assertThat(SecurityRules.of(world)).containsExactly("500 Allow Tcp Internet > 10.240.9.9,20.9.9.9 80");
    }

    @Test
    void managedRuleThatWasChangedByHandSaysAgainWhatItsNamePromises() {
        SecurityRules.put(world,
                SecurityRules.rule(WEB_RULE, 700, "\"destinationPortRange\": \"22\", \"sourceAddressPrefix\": \"*\","
                        + " \"destinationAddressPrefix\": \"20.0.0.5\"").replace("Inbound", "Outbound"),
                SecurityRules.filler("mine", 700, 1, 1));
        world.service(Services.named("web").port("TCP", 80).yaml());
        world.converge();
        assertThat(SecurityRules.of(world)).containsExactly("500 Allow Tcp Internet > 20.0.0.5 80",
                "700 Allow Tcp 100.64.0.0 > 100.96.0.0 1");
        assertThat(SecurityRules.names(world)).containsExactly(WEB_RULE, "mine");
    }

    @Test
    void managedRuleKeepsApplicationSecurityGroupsWhenItsLastAddressGoes() {
        SecurityRules.put(world, webRule(500, "\"destinationAddressPrefix\": \"20.0.0.5\","
                + " \"destinationApplicationSecurityGroups\": [{\"id\": \"/asg\"}]"));
        world.service(Services.named("web").port("TCP", 80).yaml());
        world.converge();
        world.gone("web");
        world.converge();
        assertThat(SecurityRules.bodies(world)).singleElement().satisfies(rule -> {
            assertThat(ArmJson.list(rule, "properties", "destinationApplicationSecurityGroups")).hasSize(1);
            assertThat(ArmJson.text(rule, "properties", "destinationAddressPrefix")).isEmpty();
            assertThat(rule.path("properties").path("destinationAddressPrefixes")).isEmpty();
        });
    }

    @Test
    void nameThatARuleOutsideTheRangeHasStopsOnlyThoseWhoNeedThatRule() {
        SecurityRules.put(world, webRule(400, "\"destinationAddressPrefix\": \"20.0.0.5\""));
        List<ObjectNode> before = SecurityRules.bodies(world);
        world.service(Services.named("served").port("TCP", 80).created("2026-01-01T00:00:00Z").yaml());
        world.converge();
        assertThat(SecurityRules.bodies(world)).as("it does what is needed").isEqualTo(before);
        world.service(Services.named("web").port("TCP", 80).created("2026-01-02T00:00:00Z").yaml());
        world.service(Services.named("other").port("TCP", 81).created("2026-01-03T00:00:00Z").yaml());
        world.converge();
        assertThat(SecurityRules.of(world)).containsExactly("400 Allow Tcp Internet > 20.0.0.5 80",
                "500 Allow Tcp Internet > 20.0.0.7 81");
        assertThat(world.plan().plan().refusals()).singleElement().satisfies(refusal -> {
            assertThat(refusal.code()).isEqualTo("SecurityRuleNameTaken");
            assertThat(refusal.subject()).isEqualTo("shop/web");
            assertThat(refusal.message()).contains(WEB_RULE, "priority 400", "500 to 4096");
        });
    }

    @Test
    void missingGroupStopsServicesAndLetsThemGoWhenTheyAreDeleted() {
        world.service(Services.named("web").port("TCP", 80).yaml());
        world.resources().keySet().removeIf(id -> id.hasType(ArmTypes.SECURITY_GROUP));
        world.converge();
        assertThat(world.plan().plan().refusals()).singleElement()
                .satisfies(refusal -> assertThat(refusal.message()).contains("nsg \"k8s-nsg\" not found"));
        world.with("securityGroupName", "\"\"");
        assertThat(world.plan().plan().refusals()).singleElement()
                .satisfies(refusal -> assertThat(refusal.message()).contains("securityGroupName is not configured"));
        world.gone("web");
        world.converge();
        assertThat(world.resource(ArmTypes.LOAD_BALANCER, "kubernetes")).isEmpty();
        assertThat(world.plan().plan().refusals()).isEmpty();
    }

    private static String webRule(int priority, String destinations) {
        return SecurityRules.rule(WEB_RULE, priority,
                "\"destinationPortRanges\": [\"80\"], \"sourceAddressPrefix\": \"Internet\", " + destinations);
    }
}
