package io.azureccm.common.kube.informer;

import static io.azureccm.common.kube.ScriptedApi.json;
import static io.azureccm.common.kube.ScriptedApi.status;
import static org.assertj.core.api.Assertions.assertThat;

import io.azureccm.common.kube.Await;
import io.azureccm.common.kube.ScriptedApi.WatchLines;
import org.junit.jupiter.api.Test;

/** An object that cannot be read is never taken for deleted. */
class UnreadableObjectsTest extends InformerFixture {
    @Test
    void inAListItStaysAsItWasKnownUntilItCanBeReadAgain() {
        lists.add(json(list("10", "", node("a", "1"), node("gone", "2"))));
        watches.add(status(410, "too old"));
        lists.add(json(list("20", "", unreadable("a", "15", "uid-a"))));
        WatchLines watch = watch();
        open(QUICK);
        awaitHeard("+a1", "+gone2", "?gone2");
        assertThat(informer.store().get("a")).isPresent();
        awaitUnreadable("a");
        watch.send("MODIFIED", node("a", "21"));
        awaitHeard("+a1", "+gone2", "?gone2", "a1>a21");
        awaitReadable();
    }

    @Test
    void inAListAnotherOneOfItsNameMeansThatItIsGone() {
        lists.add(json(list("10", "", node("a", "1"))));
        watches.add(status(410, "too old"));
        lists.add(json(list("20", "", unreadable("a", "15", "uid-other"))));
        watch();
        open(QUICK);
        awaitHeard("+a1", "?a1");
        awaitUnreadable("a");
    }

    @Test
    void afterAListWithOneOfUnknownNameNothingIsGone() {
        lists.add(json(list("10", "", node("a", "1"))));
        watches.add(status(410, "too old"));
        lists.add(json(list("20", "", "{\"metadata\":{}}", node("b", "16"))));
        watches.add(status(410, "too old"));
        lists.add(json(list("30", "", node("b", "16"))));
        watch();
        open(QUICK);
        awaitHeard("+a1", "+b16", "?a1");
        awaitReadable();
    }

    @Test
    void itsDeletionIsTold() {
        lists.add(json(list("10", "", node("a", "1"))));
        WatchLines watch = watch();
        open(QUICK);
        watch.send("MODIFIED", unreadable("a", "11", "uid-a"));
        awaitUnreadable("a");
        assertThat(heard).containsExactly("+a1");
        watch.send("DELETED", unreadable("a", "12", "uid-a"));
        awaitHeard("+a1", "-a1");
        awaitReadable();
        assertThat(informer.store().size()).isZero();
    }

    @Test
    void anOutdatedDeletionOfItChangesNothing() {
        lists.add(json(list("10", "", node("a", "9"))));
        watch().send("DELETED", unreadable("a", "8", "uid-former")).send("MODIFIED", node("a", "13"));
        open(QUICK);
        awaitHeard("+a9", "a9>a13");
        awaitReadable();
    }

    @Test
    void oneThatWasNeverKnownIsNamedByTheStatus() {
        lists.add(json(list("10", "", unreadable("odd", "1", "uid-odd"), node("a", "2"))));
        WatchLines watch = watch();
        open(QUICK);
        awaitHeard("+a2");
        awaitUnreadable("odd");
        assertThat(informer.status().problem()).isEmpty();
        watch.send("DELETED", unreadable("odd", "11", "uid-odd"));
        awaitReadable();
    }

    private void awaitUnreadable(String name) {
        Await.until("it is named",
                () -> informer.status().unreadable().filter(text -> text.contains(name + ":")).isPresent());
    }

    private void awaitReadable() {
        Await.until("all can be read", () -> informer.status().unreadable().isEmpty());
    }

    private static String unreadable(String name, String version, String uid) {
        return "{\"metadata\":{\"name\":\"" + name + "\",\"uid\":\"" + uid + "\",\"resourceVersion\":\"" + version
                + "\",\"labels\":[1]}}";
    }
}
