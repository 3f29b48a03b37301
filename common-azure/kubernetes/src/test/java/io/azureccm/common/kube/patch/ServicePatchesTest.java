package io.azureccm.common.kube.patch;

import static io.azureccm.common.kube.ScriptedApi.json;
import static io.azureccm.common.kube.ScriptedApi.status;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.azureccm.common.kube.ScriptedApi;
import io.azureccm.common.kube.ScriptedApi.Answer;
import io.azureccm.common.kube.ScriptedApi.Request;
import io.azureccm.common.kube.client.ApiRequests;
import io.azureccm.common.kube.condition.ConditionChange;
import io.azureccm.common.kube.condition.WantedCondition;
import io.fabric8.kubernetes.api.model.LoadBalancerIngress;
import io.fabric8.kubernetes.api.model.LoadBalancerIngressBuilder;
import io.fabric8.kubernetes.api.model.Service;
import io.fabric8.kubernetes.api.model.ServiceBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientException;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Queue;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class ServicePatchesTest {
    private static final String FINALIZER = "service.kubernetes.io/load-balancer-cleanup";
    private static final String FOUND = "{\"metadata\":{\"name\":\"web\",\"uid\":\"uid-1\"}}";

    private final Queue<Answer> answers = new ArrayDeque<>();
    private ScriptedApi api;
    private KubernetesClient client;
    private Optional<String> refusal = Optional.empty();
    private ServicePatches patches;

    @BeforeEach
    void start() throws IOException {
        api = new ScriptedApi();
        api.answer(request -> answers.isEmpty() ? json(FOUND) : answers.poll());
        client = api.client();
        patches = new ServicePatches(new ObjectPatcher(new ApiRequests(client), () -> refusal, Duration.ofMillis(1)));
    }

    @AfterEach
    void stop() {
        client.close();
        api.close();
    }

    @Test
    void newAddressesReplaceTheOldThroughTheStatus() {
        assertThat(written(service("1.2.3.4"), ips("5.6.7.8"), ConditionChange.NONE))
                .isEqualTo(PatchOutcome.WRITTEN);
        Request request = api.requests().getFirst();
        assertThat(request.toString()).isEqualTo("PATCH /api/v1/namespaces/shop/services/web/status");
        assertThat(request.headers()).containsEntry("Content-type", "application/strategic-merge-patch+json");
        assertThat(request.body()).isEqualTo(
                "{\"status\":{\"loadBalancer\":{\"ingress\":[{\"ip\":\"5.6.7.8\"}]}},\"metadata\":{\"uid\":\"uid-1\"}}");
    }

    @Test
    void noAddressesClearTheList() {
        written(service("1.2.3.4"), List.of(), ConditionChange.NONE);
        assertThat(api.requests().getFirst().body()).contains("{\"loadBalancer\":{\"ingress\":null}}");
    }

    @Test
    void addressesThatMeanTheSameAreNotWritten() {
        Service defaulted = service("1.2.3.4");
        defaulted.getStatus().getLoadBalancer().getIngress().getFirst().setIpMode("VIP");
        assertThat(written(defaulted, ips("1.2.3.4"), ConditionChange.NONE)).isEqualTo(PatchOutcome.UNCHANGED);
        assertThat(written(service(), List.of(), ConditionChange.NONE)).isEqualTo(PatchOutcome.UNCHANGED);
        assertThat(api.requests()).isEmpty();
        assertThat(ServicePatches.sameAddresses(ips("1.1.1.1", "2.2.2.2"), ips("2.2.2.2", "1.1.1.1"))).isFalse();
        LoadBalancerIngress proxied = new LoadBalancerIngressBuilder().withIp("1.2.3.4").withIpMode("Proxy").build();
        assertThat(ServicePatches.sameAddresses(List.of(proxied), ips("1.2.3.4"))).isFalse();
    }

    @Test
    void aFinalizerIsAddedAndRemovedWithoutTouchingOthers() {
        assertThat(patches.addFinalizer(service(), FINALIZER)).isEqualTo(PatchOutcome.WRITTEN);
        assertThat(api.requests().getFirst().body())
                .isEqualTo("{\"metadata\":{\"finalizers\":[\"" + FINALIZER + "\"],\"uid\":\"uid-1\"}}");
        Service held = service();
        held.getMetadata().setFinalizers(List.of("other", FINALIZER));
        assertThat(patches.addFinalizer(held, FINALIZER)).isEqualTo(PatchOutcome.UNCHANGED);
        assertThat(patches.removeFinalizer(held, FINALIZER)).isEqualTo(PatchOutcome.WRITTEN);
        assertThat(api.requests().getLast().body()).isEqualTo(
                "{\"metadata\":{\"$deleteFromPrimitiveList/finalizers\":[\"" + FINALIZER + "\"],\"uid\":\"uid-1\"}}");
        assertThat(patches.removeFinalizer(service(), FINALIZER)).isEqualTo(PatchOutcome.UNCHANGED);
    }

    @Test
    void aServiceThatIsGoneIsNoError() {
        answers.add(status(404, "services web not found"));
        assertThat(patches.removeFinalizer(held(), FINALIZER)).isEqualTo(PatchOutcome.GONE);
    }

    @Test
    void aNamesakeIsNeverWritten() {
        answers.add(status(422, "metadata.uid: field is immutable"));
        answers.add(json(FOUND.replace("uid-1", "uid-2")));
        assertThat(written(service(), ips("1.1.1.1"), ConditionChange.NONE)).isEqualTo(PatchOutcome.GONE);
        answers.add(status(409, "uid mismatch"));
        answers.add(json(FOUND.replace("uid-1", "uid-2")));
        assertThat(written(service(), ips("1.1.1.1"), ConditionChange.NONE)).isEqualTo(PatchOutcome.GONE);
    }

    @Test
    void aConflictIsTriedAgainFiveTimesAtMost() {
        answers.add(status(409, "conflict"));
        answers.add(json(FOUND));
        assertThat(patches.addFinalizer(service(), FINALIZER)).isEqualTo(PatchOutcome.WRITTEN);
        assertThat(api.requests()).extracting(Request::method).containsExactly("PATCH", "GET", "PATCH");
        api.answer(request -> request.method().equals("PATCH") ? status(409, "conflict") : json(FOUND));
        assertThatThrownBy(() -> patches.addFinalizer(service(), FINALIZER))
                .isInstanceOf(KubernetesClientException.class);
        assertThat(api.requests().stream().filter(request -> request.method().equals("PATCH"))).hasSize(7);
    }

    @Test
    void aRefusedPatchAndAnInvalidOneAreErrors() {
        answers.add(status(403, "not allowed"));
        assertThatThrownBy(() -> patches.addFinalizer(service(), FINALIZER)).hasMessageContaining("not allowed");
        answers.add(status(422, "invalid"));
        answers.add(json(FOUND));
        assertThatThrownBy(() -> patches.addFinalizer(service(), FINALIZER)).hasMessageContaining("invalid");
    }

    @Test
    void whoMayNotWriteSendsNothing() {
        refusal = Optional.of("not the leader");
        assertThat(written(service(), ips("1.1.1.1"), ConditionChange.NONE)).isEqualTo(PatchOutcome.REFUSED);
        assertThat(patches.addFinalizer(service(), FINALIZER)).isEqualTo(PatchOutcome.REFUSED);
        assertThat(api.requests()).isEmpty();
    }

    @Test
    void addressesAndConditionsAreWrittenInOnePatch() {
        Service known = service();
        ConditionChange change = ConditionChange.toShow(List.of(),
                List.of(new WantedCondition("x/Ready", WantedCondition.Status.TRUE, "Applied", "m")), null,
                Instant.parse("2026-11-21T10:00:00Z"));
        assertThat(written(known, ips("5.6.7.8"), change)).isEqualTo(PatchOutcome.WRITTEN);
        assertThat(written(known, List.of(), ConditionChange.NONE)).isEqualTo(PatchOutcome.UNCHANGED);
        assertThat(written(known, List.of(), new ConditionChange(List.of(), Set.of("x/Old"))))
                .isEqualTo(PatchOutcome.WRITTEN);
        assertThat(api.requests().stream().map(ScriptedApi.Request::body)).satisfiesExactly(
                body -> assertThat(body).contains("5.6.7.8")
                        .contains("{\"lastTransitionTime\":\"2026-11-21T10:00:00Z\",\"message\":\"m\",\"reason\":"
                                + "\"Applied\",\"status\":\"True\",\"type\":\"x/Ready\"}"),
                body -> assertThat(body).contains("{\"$patch\":\"delete\",\"type\":\"x/Old\"}")
                        .doesNotContain("loadBalancer"));
    }

    private static List<LoadBalancerIngress> ips(String... ips) {
        return Arrays.stream(ips).map(ip -> new LoadBalancerIngressBuilder().withIp(ip).build()).toList();
    }

    private static Service held() {
        Service service = service();
        service.getMetadata().setFinalizers(List.of(FINALIZER));
        return service;
    }

    private static Service service(String... ips) {
        return new ServiceBuilder().withNewMetadata()
                .withNamespace("shop")
                .withName("web")
                .withUid("uid-1")
                .endMetadata()
                .withNewStatus()
                .withNewLoadBalancer()
                .withIngress(ips(ips))
                .endLoadBalancer()
                .endStatus()
                .build();
    }

    private PatchOutcome written(Service seen, List<LoadBalancerIngress> wanted, ConditionChange change) {
        return patches.status(seen, wanted, change, shown -> {});
    }
}
