package io.azureccm.e2e.charts;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Which admission policies the service chart makes. */
class AdmissionTest {
    private static final String CHART = "service-controller";

    @Test
    void warningsAreGivenByDefaultAndNotByAClusterThatIsTooOldForPolicies() {
        assertThat(action(RenderedChart.of(CHART), "azure-service-controller-errors")).isEqualTo("Warn");
        assertThat(RenderedChart.with(CHART, "{admission: {mode: \"Off\"}}").all("ValidatingAdmissionPolicy"))
                .isEmpty();
        assertThat(RenderedChart.with(CHART, "{}", "1.30.4").text()).doesNotContain("ValidatingAdmissionPolicy");
        assertThatThrownBy(() -> RenderedChart.with(CHART, "{admission: {mode: Deny}}", "1.30.4"))
                .hasMessageContaining("admission.mode: the policies need Kubernetes 1.31");
    }

    @ParameterizedTest
    @CsvSource({"Audit, Audit, Audit", "Warn, Warn, Warn", "Deny, Deny, Warn"})
    void modeDecidesWhatIsDoneAboutErrorsAndWarnings(String mode, String errors, String warnings) {
        RenderedChart chart = RenderedChart.with(CHART, "{admission: {mode: " + mode + "}}");

        assertThat(action(chart, "azure-service-controller-errors")).isEqualTo(errors);
        assertThat(action(chart, "azure-service-controller-warnings")).isEqualTo(warnings);
        assertThat(chart.all("ValidatingAdmissionPolicy")).hasSize(2).allSatisfy(policy -> {
            assertThat(policy.at("/spec/failurePolicy").asText()).isEqualTo("Ignore");
            assertThat(policy.at("/spec/matchConstraints/resourceRules/0/resources").toString())
                    .isEqualTo("[\"services\"]");
            assertThat(policy.at("/spec/validations")).isNotEmpty();
        });
    }

    @Test
    void settingsOfTheCloudConfigReachThePolicies() {
        RenderedChart chart = RenderedChart.with(CHART,
                "{admission: {mode: Warn, basicLoadBalancers: true, sharedProbe: true}}");

        assertThat(chart.all("ValidatingAdmissionPolicy")).allSatisfy(policy -> {
            assertThat(variable(policy, "standard")).isEqualTo("false");
            assertThat(variable(policy, "sharedProbe")).isEqualTo("true");
        });
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '"', value = {"{}|'checked'|['*']",
            "{settings: {tenants: {additional-public-ips: any, resource-groups: [Shared, web-ips]}}}|'any'|['shared', 'web-ips']",
            "{profiles: [debug], settings: {tenants: {additional-public-ips: none, resource-groups: a}}}|'none'|['a']",
            "{settings: {tenants.additionalPublicIps: any, 'tenants.resourceGroups[0]': A, 'tenants.resourceGroups[1]': b}}|'any'|['a', 'b']",
            "{springConfig: {azureccm: {tenants: {resource-groups: a}}}}|'checked'|['a']",
            "{profiles: [tenants]}|'none'|[]", "{global: {azure: {profiles: [tenants]}}}|'none'|[]",
            "{profiles: [tenants], settings: {tenants: {additional-public-ips: checked, resource-groups: 'A, b'}}}|'checked'|['a', 'b']",
            "{profiles: [tenants], settings: {tenants: {resource-groups: '*'}}}|'none'|['*']"})
    void settingsOfTenantsReachThePolicies(String values, String additional, String groups) {
        RenderedChart chart = RenderedChart.with(CHART,
                "{admission: {mode: Warn}" + (values.equals("{}") ? "}" : ", " + values.substring(1)));

        assertThat(chart.all("ValidatingAdmissionPolicy")).hasSize(2).allSatisfy(policy -> {
            assertThat(variable(policy, "additionalIps")).isEqualTo(additional);
            assertThat(variable(policy, "resourceGroups")).isEqualTo(groups);
        });
    }

    @Test
    void policiesOfAReleaseForAClassAreAboutServicesOfThatClass() {
        RenderedChart chart = RenderedChart.with(CHART, "{admission: {mode: Warn}, waitForLeases: [], leaderElection:"
                + " {resourceName: one}, flags: {load-balancer-class: example.com/azure}}");

        assertThat(chart.all("ValidatingAdmissionPolicy")).hasSize(2)
                .allSatisfy(policy -> assertThat(policy.at("/spec/matchConditions").toString())
                        .contains("object.spec.?loadBalancerClass.orValue('') == 'example.com/azure'")
                        .doesNotContain("!has(object.spec.loadBalancerClass)"));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', value = {"waitForLeases: []|leaderElection.resourceName",
            "leaderElection: {resourceName: one}|waitForLeases"})
    void releaseForAClassSharesNoLeaseWithTheOtherController(String given, String missing) {
        assertThatThrownBy(
                () -> RenderedChart.with(CHART, "{flags: {load-balancer-class: example.com/azure}, " + given + "}"))
                .hasMessageContaining(missing + ": with flags.load-balancer-class");
    }

    @Test
    void groupThatWouldEndTheExpressionIsRefused() {
        assertThatThrownBy(() -> RenderedChart.with(CHART,
                "{admission: {mode: Warn}, settings: {tenants: {resource-groups: [\"a'] + ['b\"]}}}"))
                .hasMessageContaining("settings.tenants.resource-groups");
    }

    @Test
    void anUnknownModeIsRefused() {
        assertThatThrownBy(() -> RenderedChart.with(CHART, "{admission: {mode: Block}}")).hasMessageContaining("mode");
    }

    private static String action(RenderedChart chart, String name) {
        JsonNode binding = chart.named("ValidatingAdmissionPolicyBinding", name);
        assertThat(binding.at("/spec/policyName").asText()).isEqualTo(name);
        return binding.at("/spec/validationActions/0").asText();
    }

    private static String variable(JsonNode policy, String name) {
        return RenderedChart.stream(policy.at("/spec/variables"))
                .filter(each -> each.path("name").asText().equals(name))
                .findFirst()
                .orElseThrow()
                .path("expression")
                .asText();
    }
}
