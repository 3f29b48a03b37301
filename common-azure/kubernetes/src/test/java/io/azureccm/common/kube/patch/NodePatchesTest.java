package io.azureccm.common.kube.patch;

import static io.azureccm.common.kube.ScriptedApi.json;
import static io.azureccm.common.kube.ScriptedApi.status;
import static org.assertj.core.api.Assertions.assertThat;

import io.azureccm.common.kube.ScriptedApi;
import io.azureccm.common.kube.ScriptedApi.Answer;
import io.azureccm.common.kube.ScriptedApi.Request;
import io.azureccm.common.kube.client.ApiRequests;
import io.fabric8.kubernetes.api.model.Node;
import io.fabric8.kubernetes.api.model.NodeAddress;
import io.fabric8.kubernetes.api.model.NodeBuilder;
import io.fabric8.kubernetes.api.model.NodeCondition;
import io.fabric8.kubernetes.api.model.NodeConditionBuilder;
import io.fabric8.kubernetes.api.model.Taint;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Queue;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class NodePatchesTest {
    private static final Taint UNINITIALIZED = new Taint("NoSchedule", "uninitialized", null, "true");
    private static final Taint SHUTDOWN = new Taint("NoSchedule", "shutdown", null, null);

    private final Queue<Answer> answers = new ArrayDeque<>();
    private ScriptedApi api;
    private KubernetesClient client;
    private NodePatches patches;

    @BeforeEach
    void start() throws IOException {
        api = new ScriptedApi();
        api.answer(request -> answers.isEmpty() ? json("{}") : answers.poll());
        client = api.client();
        patches = new NodePatches(
                new ObjectPatcher(new ApiRequests(client), Optional::empty, Duration.ofMillis(1)));
    }

    @AfterEach
    void stop() {
        client.close();
        api.close();
    }

    @Test
    void aNewNodeIsInitializedInOneWriteForItsVersion() {
        PatchOutcome outcome = patches.initialize(node(), Map.of("zone", "1", "kept", "yes"), "azure:///vm",
                taints -> taints.stream().filter(taint -> !taint.getKey().equals("uninitialized")).toList());
        assertThat(outcome).isEqualTo(PatchOutcome.WRITTEN);
        assertThat(sent().toString()).isEqualTo("PATCH /api/v1/nodes/n1");
        assertThat(sent().body()).isEqualTo("{\"metadata\":{\"labels\":{\"zone\":\"1\"},\"resourceVersion\":\"7\"},"
                + "\"spec\":{\"taints\":null,\"providerID\":\"azure:///vm\"}}");
    }

    @Test
    void taintsAreChangedOnTheNodeAsItIsAfterAConflict() {
        answers.add(status(409, "conflict"));
        answers.add(json(ApiRequests.toJson(new NodeBuilder(node()).editMetadata()
                .withResourceVersion("8")
                .endMetadata()
                .editSpec()
                .withTaints(UNINITIALIZED, new Taint("NoExecute", "foreign", null, null))
                .endSpec()
                .build()).toString()));
        assertThat(patches.taints(node(), taints -> {
            taints.add(SHUTDOWN);
            return taints;
        })).isEqualTo(PatchOutcome.WRITTEN);
        assertThat(api.requests()).extracting(Request::method).containsExactly("PATCH", "GET", "PATCH");
        assertThat(sent().body()).contains("\"resourceVersion\":\"8\"").contains("foreign").contains("shutdown");
    }

    @Test
    void whatTheNodeHasAlreadyIsNotWritten() {
        assertThat(patches.taints(node(), taints -> taints)).isEqualTo(PatchOutcome.UNCHANGED);
        assertThat(patches.labels(node(), Map.of("kept", "yes"))).isEqualTo(PatchOutcome.UNCHANGED);
        assertThat(patches.addresses(node(), node().getStatus().getAddresses(), shown -> {}))
                .isEqualTo(PatchOutcome.UNCHANGED);
        assertThat(patches.condition(node(), condition("False").withLastHeartbeatTime("2026-11-21T10:00:00Z").build()))
                .isEqualTo(PatchOutcome.UNCHANGED);
        Node numbered = new NodeBuilder(node()).editSpec().withPodCIDR("10.0.0.0/24").endSpec().build();
        List<String> found = new ArrayList<>();
        assertThat(patches.podCidrs(numbered, List.of("10.0.1.0/24"), found::addAll)).isEqualTo(PatchOutcome.UNCHANGED);
        assertThat(found).containsExactly("10.0.0.0/24");
        assertThat(api.requests()).isEmpty();
    }

    @Test
    void addressesReplaceTheWholeListInItsOrder() {
        patches.addresses(node(),
                List.of(new NodeAddress("10.0.0.5", "InternalIP"), new NodeAddress("n1", "Hostname")), shown -> {});
        assertThat(sent().toString()).isEqualTo("PATCH /api/v1/nodes/n1/status");
        assertThat(sent().body()).contains("\"addresses\":[{\"address\":\"10.0.0.5\",\"type\":\"InternalIP\"},"
                + "{\"address\":\"n1\",\"type\":\"Hostname\"},{\"$patch\":\"replace\"}]");
    }

    @Test
    void firstAddressesCarryNoMarkThatOldServersWouldTakeForAnAddress() {
        Node bare = new NodeBuilder(node()).editStatus().withAddresses(List.of()).endStatus().build();

        patches.addresses(bare, List.of(new NodeAddress("10.0.0.5", "InternalIP")), shown -> {});

        assertThat(sent().body()).contains("\"addresses\":[{\"address\":\"10.0.0.5\",\"type\":\"InternalIP\"}]");
    }

    @Test
    void addressesThatSomebodyElseHasMadeMeanwhileAreReplaced() {
        Node bare = new NodeBuilder(node()).editStatus().withAddresses(List.of()).endStatus().build();
        answers.add(json(ApiRequests.toJson(new NodeBuilder(node()).editStatus()
                .withAddresses(new NodeAddress("fd00::5", "InternalIP"), new NodeAddress("old", "Hostname"))
                .endStatus()
                .build()).toString()));

        patches.addresses(bare,
                List.of(new NodeAddress("10.0.0.5", "InternalIP"), new NodeAddress("fd00::5", "InternalIP")),
                shown -> {});

        assertThat(api.requests()).hasSize(2);
        assertThat(sent().body()).contains("{\"$patch\":\"replace\"}");
    }

    @Test
    void aConditionIsMergedByTypeThroughTheStatus() {
        patches.condition(node(), condition("True").build());
        assertThat(sent().toString()).isEqualTo("PATCH /api/v1/nodes/n1/status");
        assertThat(sent().body()).contains("\"conditions\":[{").contains("\"status\":\"True\"");
    }

    @Test
    void severalConditionsGoIntoOnePatchWithoutThoseThatTheNodeShows() {
        NodeCondition other = new NodeCondition("2026-11-21T10:00:00Z", "2026-11-21T10:00:00Z", "m", "r", "False",
                "azureccm.io/Routed");

        patches.conditions(node(), List.of(condition("False").build(), other), shown -> {});

        assertThat(sent().body()).contains("azureccm.io/Routed").doesNotContain(condition("False").build().getType());
        assertThat(api.requests()).hasSize(1);
    }

    @Test
    void timeOfTheLastTransitionChangesWithTheStatusAlone() {
        String now = "2026-11-22T10:00:00Z";
        String before = "2026-11-21T10:00:00Z";
        Node seen = new NodeBuilder(node()).editStatus()
                .withConditions(condition("False").withLastTransitionTime(before).build())
                .endStatus()
                .build();
        patches.condition(seen,
                condition("False").withReason("Other").withLastHeartbeatTime(now).withLastTransitionTime(now).build());
        assertThat(sent().body()).contains("\"lastTransitionTime\":\"" + before + "\"",
                "\"lastHeartbeatTime\":\"" + now + "\"");

        patches.condition(seen, condition("True").withLastTransitionTime(now).build());
        assertThat(sent().body()).contains("\"lastTransitionTime\":\"" + now + "\"");
    }

    @Test
    void podCidrsAreSetOnce() {
        answers.add(json("{\"spec\":{\"podCIDR\":\"10.0.1.0/24\",\"podCIDRs\":[\"10.0.1.0/24\",\"fd00::/64\"]}}"));
        List<String> found = new ArrayList<>();
        patches.podCidrs(node(), List.of("10.0.1.0/24", "fd00::/64"), found::addAll);
        assertThat(found).as("what the answer shows").containsExactly("10.0.1.0/24", "fd00::/64");
        assertThat(sent().body())
                .contains("\"spec\":{\"podCIDR\":\"10.0.1.0/24\",\"podCIDRs\":[\"10.0.1.0/24\",\"fd00::/64\"]}")
                .contains("\"resourceVersion\":\"" + node().getMetadata().getResourceVersion() + "\"");
    }

    @Test
    void podCidrsThatSomebodyElseHasSetMeanwhileStay() {
        answers.add(status(409, "the object has been modified"));
        answers.add(json(ApiRequests.toJson(new NodeBuilder(node()).editSpec()
                .withPodCIDR("10.0.7.0/24")
                .withPodCIDRs("10.0.7.0/24")
                .endSpec()
                .build()).toString()));
        List<String> found = new ArrayList<>();
        assertThat(patches.podCidrs(node(), List.of("10.0.1.0/24"), found::addAll)).isEqualTo(PatchOutcome.UNCHANGED);
        assertThat(api.requests()).extracting(Request::method).containsExactly("PATCH", "GET");
        assertThat(found).containsExactly("10.0.7.0/24");
    }

    @Test
    void aNodeIsDeletedInTheVersionThatWasSeenAndItsNamesakeIsNot() {
        assertThat(patches.delete(node())).isEqualTo(PatchOutcome.WRITTEN);
        assertThat(sent().method()).isEqualTo("DELETE");
        assertThat(sent().body()).contains("\"preconditions\":{\"uid\":\"uid-1\",\"resourceVersion\":\"7\"}");
        answers.add(status(409, "uid mismatch"));
        answers.add(json("{\"metadata\":{\"uid\":\"uid-2\"}}"));
        assertThat(patches.delete(node())).isEqualTo(PatchOutcome.GONE);
        answers.add(status(404, "not found"));
        assertThat(patches.delete(node())).isEqualTo(PatchOutcome.GONE);
        answers.add(status(409, "version mismatch"));
        answers.add(json("{\"metadata\":{\"uid\":\"uid-1\"}}"));
        assertThat(patches.delete(node())).isEqualTo(PatchOutcome.CHANGED);
    }

    private Request sent() {
        return api.requests().getLast();
    }

    private static NodeConditionBuilder condition(String status) {
        return new NodeConditionBuilder().withType("NetworkUnavailable")
                .withStatus(status)
                .withReason("R")
                .withMessage("m");
    }

    private static Node node() {
        return new NodeBuilder().withNewMetadata()
                .withName("n1")
                .withUid("uid-1")
                .withResourceVersion("7")
                .withLabels(Map.of("kept", "yes"))
                .endMetadata()
                .withNewSpec()
                .withTaints(UNINITIALIZED)
                .endSpec()
                .withNewStatus()
                .withAddresses(new NodeAddress("10.0.0.4", "InternalIP"))
                .withConditions(condition("False").build())
                .endStatus()
                .build();
    }
}
