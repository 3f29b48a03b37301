package io.azureccm.common.boot.supervisor;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.azureccm.common.boot.spring.StartFiles;
import io.azureccm.common.kube.Await;
import io.azureccm.common.kube.event.EventSink;
import io.azureccm.common.observe.ControllerState.Phase;
import io.fabric8.kubernetes.api.model.Event;
import java.io.IOException;
import java.nio.file.Files;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.Test;

/** What becomes of a cloud config that changes while a loop works. */
class ConfigChangeTest extends SupervisorCase {
    /** Read without errors, but nothing can be opened with it. */
    private static final String UNUSABLE = StartFiles.GOOD.replace("\"aadClientId\": \"c\",", "").replace("s-1", "s-2");
    private final List<String> told = new CopyOnWriteArrayList<>();

    @Override
    EventSink sink() {
        return new EventSink() {
            @Override
            public void create(Event event) {
                told.add(event.getReason());
            }

            @Override
            public void patch(String namespace, String name, JsonNode patch) {
                told.add("again");
            }
        };
    }

    @Test
    void changedConfigIsTakenOverAfterTheWorkOnTheOldOneHasEnded() throws Exception {
        start(StartFiles.GOOD);
        grant();
        awaitAsked("start");
        loop.asked.clear();
        Files.writeString(folder.resolve("azure.json"), StartFiles.GOOD.replace("s-1", "s-2"));
        awaitAsked("start");
        assertThat(loop.asked).containsExactly("stop", "close", "open", "start");
        supervisor.stop();
    }

    @Test
    void changedConfigThatCannotBeUsedChangesNothing() throws Exception {
        start(StartFiles.GOOD);
        grant();
        awaitAsked("start");
        loop.asked.clear();
        Files.writeString(folder.resolve("azure.json"), StartFiles.GOOD.replace("\"aadClientId\": \"c\",", ""));
        Await.until("the problem is known", () -> supervisor.get()
                .azure()
                .rejectedChange()
                .filter(problem -> problem.contains("aadClientId"))
                .isPresent());
        assertThat(loop.asked).isEmpty();
        assertThat(supervisor.get().phase()).isEqualTo(Phase.LEADING);
        supervisor.stop();
    }

    @Test
    void configThatIsPutBackAsItWasEndsTheProblem() throws Exception {
        start(StartFiles.GOOD);
        grant();
        awaitAsked("start");
        loop.asked.clear();
        for (String bad : List.of(StartFiles.GOOD.replace("\"aadClientId\": \"c\",", ""), "{not json",
                StartFiles.GOOD.replace("\"subscriptionId\": \"s-1\",", ""))) {
            Files.writeString(folder.resolve("azure.json"), bad);
            Await.until("the problem is known: " + bad,
                    () -> supervisor.get().azure().rejectedChange().isPresent());
            Files.writeString(folder.resolve("azure.json"), StartFiles.GOOD);
            Await.until("it is over", () -> supervisor.get().azure().rejectedChange().isEmpty());
        }
        assertThat(loop.asked).isEmpty();
        assertThat(supervisor.get().phase()).isEqualTo(Phase.LEADING);
        supervisor.stop();
    }

    @Test
    void whileAChangedConfigCannotBeUsedThePreviousOneIsShownAsInUse() throws Exception {
        start(StartFiles.GOOD);
        grant();
        awaitAsked("start");
        Instant since = follower.inUse().orElseThrow().since();
        write(UNUSABLE);
        awaitRejected();
        assertThat(follower.inUse().orElseThrow().config().subscriptionId()).isEqualTo("s-1");
        assertThat(follower.inUse().orElseThrow().since()).isEqualTo(since);
        loop.asked.clear();
        write(StartFiles.GOOD.replace("s-1", "s-3"));
        awaitAsked("start");
        assertThat(follower.inUse().orElseThrow().config().subscriptionId()).isEqualTo("s-3");
        supervisor.stop();
    }

    @Test
    void aChangedConfigIsShownAsInUseOnceTheWorkOnTheOldOneHasEnded() throws Exception {
        start(StartFiles.GOOD);
        grant();
        awaitAsked("start");
        loop.endsInTime = false;
        write(StartFiles.GOOD.replace("s-1", "s-2"));
        awaitAsked("stop");
        assertThat(follower.inUse().orElseThrow().config().subscriptionId()).isEqualTo("s-1");
        loop.endsInTime = true;
        awaitAsked("close");
        Await.until("in use",
                () -> follower.inUse().orElseThrow().config().subscriptionId().equals("s-2"));
        supervisor.stop();
    }

    @Test
    void aConfigThatIsPutBackWhileItsWorkEndsGetsANewSession() throws Exception {
        start(StartFiles.GOOD);
        grant();
        awaitAsked("start");
        loop.asked.clear();
        loop.endsInTime = false;
        write(StartFiles.GOOD.replace("s-1", "s-2"));
        awaitAsked("stop");
        write(StartFiles.GOOD);
        Await.until("put back", () -> follower.usable().orElseThrow().subscriptionId().equals("s-1"));
        loop.endsInTime = true;
        awaitAsked("start");
        assertThat(loop.asked).containsSubsequence("stop", "close", "open", "start");
        supervisor.stop();
    }

    @Test
    void acceptanceIsToldOnceTheConfigIsInUse() throws Exception {
        start(StartFiles.GOOD);
        grant();
        awaitAsked("start");
        write("{not json");
        awaitRejected();
        write(UNUSABLE);
        Await.until("the other problem is known", () -> supervisor.get()
                .azure()
                .rejectedChange()
                .filter(problem -> problem.contains("aadClientId"))
                .isPresent());
        loop.endsInTime = false;
        write(StartFiles.GOOD.replace("s-1", "s-3"));
        Await.until(loop.asked::toString, () -> loop.asked.stream().filter("stop"::equals).count() > 3);
        assertThat(told).as("while the work on the old one ends").doesNotContain("CloudConfigAccepted");
        loop.endsInTime = true;
        Await.until(told::toString, () -> told.contains("CloudConfigAccepted"));
        assertThat(told).containsExactly("CloudConfigRejected", "CloudConfigRejected", "CloudConfigAccepted");
        supervisor.stop();
    }

    @Test
    void aConfigThatSwitchesTheProviderOffEndsTheProblemOfTheOneBefore() throws Exception {
        start(StartFiles.GOOD);
        grant();
        awaitAsked("start");
        write(UNUSABLE);
        awaitRejected();
        write(StartFiles.GOOD.replaceFirst("\\{", "{\"disableCloudProvider\": true, "));
        Await.until("switched off", () -> supervisor.get().phase() == Phase.DISABLED);
        Await.until("it is over", () -> supervisor.get().azure().rejectedChange().isEmpty());
        supervisor.stop();
    }

    @Test
    void aConfigNeedsNothingElseToSwitchTheProviderOff() throws Exception {
        start(StartFiles.GOOD);
        grant();
        awaitAsked("start");
        write("{\"disableCloudProvider\": true}");
        Await.until("switched off", () -> supervisor.get().phase() == Phase.DISABLED);
        write(StartFiles.GOOD);
        Await.until("switched on", () -> supervisor.get().phase() != Phase.DISABLED);
        supervisor.stop();
    }

    private void write(String config) throws IOException {
        Files.writeString(folder.resolve("azure.json"), config);
    }

    private void awaitRejected() throws Exception {
        Await.until("the problem is known", () -> supervisor.get().azure().rejectedChange().isPresent());
    }
}
