package io.azureccm.e2e.suite.admission;

import static org.assertj.core.api.Assertions.assertThat;

import io.azureccm.e2e.suite.admission.WarningClient.Answer;
import io.azureccm.e2e.suite.harness.SteadyState;
import io.azureccm.e2e.suite.harness.SteadyState.Observation;
import io.azureccm.e2e.suite.harness.kubernetes.Cluster;
import io.azureccm.e2e.suite.harness.kubernetes.KubernetesTarget;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.function.Predicate;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/**
 * The admission policies of the chart as a Kubernetes API enforces them: the embedded one, or the kube-apiserver that the suite is
 * given.
 */
@Execution(ExecutionMode.SAME_THREAD)
class AdmissionOnApiTest {
    private static final String SERVICES = "api/v1/namespaces/default/services";
    private static final String PREFIX = "service.beta.kubernetes.io/azure-load-balancer-";
    private static final String WRONG = PREFIX + "tcp-idle-timeout: '3'";
    private static final String TOLD = PREFIX
            + "tcp-idle-timeout=\"3\": must be a whole number of minutes from 4 to 100";

    @TempDir
    private Path folder;

    private KubernetesTarget kubernetes;
    private Cluster cluster;
    private WarningClient api;
    private DeployedPolicies policies;

    @BeforeEach
    void deploy() throws IOException {
        kubernetes = KubernetesTarget.open(folder);
        cluster = Cluster.on(kubernetes);
        api = new WarningClient(kubernetes.kubeconfig());
        policies = new DeployedPolicies(api, "service-controller", "");
        assertThat(policies.size()).isEqualTo(4);
    }

    @AfterEach
    void takeAway() {
        if (policies != null)
            policies.close();
        api.get(SERVICES + "?labelSelector=" + Cluster.MARK)
                .body()
                .path("items")
                .forEach(
                        made -> api.delete(SERVICES + "/" + made.at("/metadata/name").asText()));
        api.close();
        cluster.close();
        kubernetes.close();
    }

    private static String service(String name, String annotation, String spec) {
        return """
                {apiVersion: v1, kind: Service, metadata: {name: %s, labels: {%s: 'true'}, annotations: {%s}},
                spec: {%s, ports: [{port: 80}]}}""".formatted(name, Cluster.MARK, annotation, spec);
    }

    private static String balanced(String name, String annotation) {
        return service(name, annotation, "type: LoadBalancer");
    }

    /** A policy takes effect some time after it was written. */
    private void awaitAnswer(Predicate<Answer> effect) {
        awaitAnswer(WRONG, effect);
    }

    private void awaitAnswer(String annotation, Predicate<Answer> effect) {
        new SteadyState(Duration.ZERO).await(SteadyState.BOUND, () -> {
            Answer answer = api.create(SERVICES + "?dryRun=All", balanced("probe", annotation));
            return new Observation(effect.test(answer), answer.code() + " " + answer.message() + answer.warnings());
        });
    }

    private void deny() {
        policies.act("Deny");
        awaitAnswer(answer -> answer.code() == 422);
    }

    private static void isTaken(Answer answer) {
        assertThat(answer.code()).as(answer.message()).isIn(200, 201);
        assertThat(answer.warnings()).isEmpty();
    }

    @Test
    void aMistakeIsToldToWhoeverAppliesTheServiceWhichIsTakenAllTheSame() {
        awaitAnswer(answer -> !answer.warnings().isEmpty());

        Answer warned = api.create(SERVICES, balanced("wrong", WRONG));

        assertThat(warned.code()).isEqualTo(201);
        assertThat(warned.warnings()).singleElement()
                .asString()
                .contains("azure-service-controller-errors", TOLD.replace("\"", "\\\""));
        isTaken(api.create(SERVICES, balanced("right", PREFIX + "tcp-idle-timeout: '5'")));
    }

    @Test
    void aMistakeIsRefusedWithTheTextThatTheEventWouldHave() {
        deny();

        Answer refused = api.create(SERVICES, balanced("wrong", WRONG));

        assertThat(refused.code()).isEqualTo(422);
        assertThat(refused.message()).contains(TOLD);
        assertThat(api.get(SERVICES + "/wrong").code()).isEqualTo(404);
        isTaken(api.create(SERVICES, balanced("right", PREFIX + "tcp-idle-timeout: '5'")));
    }

    @Test
    void aGroupThatAnnotationsMayNotNameIsRefusedAndOneThatTheyMayIsNot() {
        deny();
        isTaken(api.create(SERVICES, balanced("any", PREFIX + "resource-group: other")));
        policies.set("resourceGroups", "['shared']");
        awaitAnswer(PREFIX + "resource-group: other", answer -> answer.code() == 422);

        assertThat(api.create(SERVICES, balanced("wrong", PREFIX + "resource-group: other")).message())
                .contains("resource-group=\"other\": annotations may not name this resource group");
        isTaken(api.create(SERVICES, balanced("right", PREFIX + "resource-group: Shared")));
    }

    @Test
    void whatTheControllerOnlyTellsIsNeverRefused() {
        deny();

        Answer warned = api.create(SERVICES, balanced("misspelt", PREFIX + "tcp-idle-timeouts: '5'"));

        assertThat(warned.code()).as(warned.message()).isEqualTo(201);
        assertThat(warned.warnings()).singleElement()
                .asString()
                .contains("azure-service-controller-warnings", "tcp-idle-timeouts");
    }

    @Test
    void keyThatWasProbablyMeantIsNamed() {
        awaitAnswer(answer -> !answer.warnings().isEmpty());
        for (String slip : List.of("intenral", "interna", "internall", "internol"))
            assertThat(api.create(SERVICES, balanced(slip, PREFIX + slip + ": 'true'")).warnings()).singleElement()
                    .asString()
                    .contains(PREFIX + slip + " is unknown and has no effect: did you mean " + PREFIX + "internal?");
        assertThat(api.create(SERVICES, balanced("far", PREFIX + "private: 'true'")).warnings()).singleElement()
                .asString()
                .contains(PREFIX + "private is unknown and has no effect; the keys are in ");
        String aws = "service.beta.kubernetes.io/aws-load-balancer-internal: 'true'";
        assertThat(api.create(SERVICES, balanced("aws", aws)).warnings()).singleElement()
                .asString()
                .contains("belongs to another cloud provider and has no effect here: did you mean " + PREFIX
                        + "internal?");
        isTaken(api.create(SERVICES, balanced("both", aws + ", " + PREFIX + "internal: 'true'")));
    }

    @Test
    void servicesThatAreNotOursAreLeftAlone() {
        deny();

        isTaken(api.create(SERVICES, service("internal", WRONG, "type: ClusterIP")));
        isTaken(api.create(SERVICES, service("other", WRONG,
                "type: LoadBalancer, loadBalancerClass: example.com/other")));
    }

    @Test
    void aServiceWithAMistakeCanBeLabelledServedMendedAndDeleted() {
        assertThat(api.create(SERVICES, balanced("old", WRONG)).code()).isEqualTo(201);
        assertThat(api.create(SERVICES, balanced("mended", WRONG)).code()).isEqualTo(201);
        deny();
        String old = SERVICES + "/old";

        isTaken(api.merge(old, "{metadata: {labels: {team: shop}}}"));
        isTaken(api.merge(old, "{metadata: {annotations: {example.com/owner: shop}}}"));
        isTaken(api.merge(old, "{metadata: {finalizers: [service.kubernetes.io/load-balancer-cleanup]}}"));
        isTaken(api.merge(old + "/status", "{status: {loadBalancer: {ingress: [{ip: 10.0.0.9}]}}}"));
        assertThat(api.merge(old, "{spec: {ports: [{port: 81}]}}").code()).isEqualTo(422);
        isTaken(api.merge(SERVICES + "/mended", "{metadata: {annotations: {'" + PREFIX + "tcp-idle-timeout': '5'}}}"));
        isTaken(api.delete(old));
        assertThat(api.get(old).body().at("/metadata/deletionTimestamp").asText()).isNotEmpty();
        isTaken(api.merge(old, "{metadata: {finalizers: null}}"));
        assertThat(api.get(old).code()).isEqualTo(404);
    }
}
