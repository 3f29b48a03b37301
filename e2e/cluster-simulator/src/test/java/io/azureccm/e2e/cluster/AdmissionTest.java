package io.azureccm.e2e.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** Admission policies validate creates and updates. */
class AdmissionTest extends ClusterCase {
    private static final String GROUP = "/apis/admissionregistration.k8s.io/v1";

    private void policy(String resources, String more, String action) {
        Rest.Answer policy = rest.post(GROUP + "/validatingadmissionpolicies",
                """
                        {metadata: {name: short}, spec: {matchConstraints: {resourceRules: [{apiGroups: [''], apiVersions: [v1],
                        operations: [CREATE, UPDATE], resources: [%s]}]}, variables: [{name: size, expression: 'object.metadata.name.size()'}],
                        validations: [{expression: 'variables.size < 5', messageExpression: '"name of " + string(variables.size) + " letters"'}]%s}}"""
                        .formatted(resources, more));
        assertThat(policy.code()).as(policy.body().toString()).isEqualTo(201);
        assertThat(rest
                .post(GROUP + "/validatingadmissionpolicybindings", "{metadata: {name: all}, spec: {policyName: short, "
                        + "validationActions: [" + action + "]}}")
                .code()).isEqualTo(201);
    }

    private static String warnings(Rest.Answer answer) {
        return answer.raw().headers().firstValue("Warning").orElse("");
    }

    @Test
    void deniedRequestsAreAnsweredWithTheMessageOfThePolicy() {
        policy("services, configmaps", "", "Deny");

        Rest.Answer denied = createService("longer", "ports: [{port: 80}]");

        assertThat(denied.code()).isEqualTo(422);
        assertThat(denied.text("/reason")).isEqualTo("Invalid");
        assertThat(denied.text("/message"))
                .isEqualTo("services \"longer\" is forbidden: ValidatingAdmissionPolicy 'short' with "
                        + "binding 'all' denied request: name of 6 letters");
        assertThat(cluster.get("services", "default", "longer")).isEmpty();
        assertThat(createService("web", "ports: [{port: 80}]").code()).isEqualTo(201);
    }

    @Test
    void warningsGoWithTheAnswerAndStopNothing() {
        policy("services", "", "Warn");

        Rest.Answer warned = createService("longer", "ports: [{port: 80}]");

        assertThat(warned.code()).isEqualTo(201);
        assertThat(warnings(warned))
                .isEqualTo("299 - \"Validation failed for ValidatingAdmissionPolicy 'short' with binding 'all': "
                        + "name of 6 letters\"");
        assertThat(warnings(createService("web", "ports: [{port: 80}]"))).isEmpty();
        assertThat(warnings(createConfigMap("longer", ""))).isEmpty();
    }

    @Test
    void auditShowsNothing() {
        policy("services", "", "Audit");

        Rest.Answer created = createService("longer", "ports: [{port: 80}]");

        assertThat(created.code()).isEqualTo(201);
        assertThat(warnings(created)).isEmpty();
    }

    @Test
    void conditionsLeaveRequestsOut() {
        policy("services", ", matchConditions: [{name: new, expression: 'oldObject == null'}]", "Deny");
        assertThat(createService("longer", "ports: [{port: 80}]").code()).isEqualTo(422);
    }

    @Test
    void policiesKnowWhoSentARequestAndItsExtraFields() {
        policy("services", ", matchConditions: [{name: who, expression: 'request.userInfo.username == \"system:admin\" "
                + "&& !has(request.userInfo.extra)'}]", "Deny");
        assertThat(createService("longer", "ports: [{port: 80}]").code()).isEqualTo(422);
    }

    @Test
    void policiesThatDoNotCompileAreRefused() {
        Rest.Answer refused = rest.post(GROUP + "/validatingadmissionpolicies",
                """
                        {metadata: {name: wrong}, spec: {matchConstraints: {resourceRules: [{apiGroups: [''], apiVersions: [v1],
                        operations: [CREATE], resources: [services]}]}, validations: [{expression: 'object.metadata.name.nothing('}]}}""");

        assertThat(refused.code()).isEqualTo(422);
        assertThat(refused.text("/message")).contains("compilation failed");
    }

    @Test
    void errorsOfExpressionsDenyUnlessThePolicyIgnoresThem() {
        String failing = ", failurePolicy: Ignore, matchConditions: [{name: fails, expression: 'object.spec.absent.too == 1'}]";
        policy("services", failing, "Deny");
        assertThat(createService("longer", "ports: [{port: 80}]").code()).isEqualTo(201);
        cluster.delete("validatingadmissionpolicies", "", "short");
        cluster.delete("validatingadmissionpolicybindings", "", "all");
        policy("services", failing.replace("Ignore", "Fail"), "Deny");
        assertThat(createService("another", "ports: [{port: 80}]").code()).isEqualTo(422);
    }
}
