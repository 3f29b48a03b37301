package io.azureccm.common.serve;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.azureccm.common.config.options.AuthorizationOptions;
import io.azureccm.common.kube.Await;
import io.azureccm.common.kube.ScriptedApi;
import io.azureccm.common.kube.client.ApiRequests;
import io.azureccm.common.serve.Reviews.ReviewFailed;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Requests with tokens that nobody knows, and of users without permission, do not keep others from an answer. */
class GarbageTest {
    private static final Duration TTL = Duration.ofSeconds(10);
    private static final UserInfo SCRAPER = UserInfo.authenticated("scraper", "", List.of(), Map.of());

    private final AtomicLong nanos = new AtomicLong();
    private final CountDownLatch garbageAnswered = new CountDownLatch(1);
    private ScriptedApi api;
    private KubernetesClient client;

    @BeforeEach
    void start() throws Exception {
        api = new ScriptedApi();
        client = api.client();
        api.answer(request -> {
            if (request.body().contains("good"))
                return ScriptedApi.json(
                        "{\"status\": {\"allowed\": true, \"authenticated\": true, \"user\": {\"username\": \"scraper\"}}}");
            await(garbageAnswered);
            return ScriptedApi.json("{\"status\": {}}");
        });
    }

    @AfterEach
    void stop() {
        garbageAnswered.countDown();
        client.close();
        api.close();
    }

    private static void await(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException stop) {
            Thread.currentThread().interrupt();
        }
    }

    private Reviews reviews() {
        return new Reviews(new ApiRequests(client), api.url());
    }

    private void awaitReviews(int count) {
        Await.until(count + " reviews under way", () -> api.requests().size() >= count);
    }

    @Test
    void tokensAreReviewedWhileManyUnknownOnesWait() throws Exception {
        TokenReviews tokens = new TokenReviews(reviews(), TTL, nanos::get);
        assertThat(tokens.user("good", "10.0.0.1")).contains(SCRAPER);
        try (ExecutorService strangers = Executors.newVirtualThreadPerTaskExecutor()) {
            for (int i = 0; i < 90; i++) {
                int number = i;
                strangers.submit(() -> tokens.user("garbage-" + number, "10.0.1." + number % 3));
            }
            awaitReviews(7);
            nanos.set(TTL.toNanos() + 1);
            assertThat(tokens.user("good", "10.0.1.0")).as("known before, even from their address").contains(SCRAPER);
            assertThat(tokens.user("good-and-new", "10.0.0.2")).as("new, from another address").contains(SCRAPER);
            garbageAnswered.countDown();
        }
    }

    @Test
    void permissionsAreReviewedWhileManyWithoutOneWait() throws Exception {
        Authorizer authorizer = new Authorizer(reviews(), new AuthorizationOptions("", List.of(), TTL, TTL),
                nanos::get);
        assertThat(authorizer.decide(SCRAPER, "get", "/good", "10.0.0.1").allowed()).isTrue();
        try (ExecutorService strangers = Executors.newVirtualThreadPerTaskExecutor()) {
            for (int i = 0; i < 90; i++) {
                int number = i;
                strangers.submit(() -> authorizer.decide(UserInfo.ANONYMOUS, "get", "/" + number, "10.0.1.0"));
            }
            awaitReviews(3);
            nanos.set(TTL.toNanos() + 1);
            assertThat(authorizer.decide(SCRAPER, "get", "/good", "10.0.1.0").allowed()).isTrue();
            assertThat(authorizer.decide(SCRAPER, "get", "/good/too", "10.0.0.1").allowed()).isTrue();
            garbageAnswered.countDown();
        }
    }

    @Test
    void resultsOfUnknownTokensDoNotDisplaceThoseOfKnownOnes() throws Exception {
        ReviewCache<String, Boolean> cache = new ReviewCache<>(answer -> answer, answer -> TTL, nanos::get);
        cache.get("good", known -> true);
        for (int i = 0; i < 5_000; i++)
            cache.get("garbage-" + i, known -> false);
        assertThat(cache.get("good", known -> {
            throw new AssertionError("asked again");
        })).isTrue();
        nanos.set(TTL.toNanos() + 1);
        assertThat(cache.get("good", known -> known)).as("known when it is asked again").isTrue();
        nanos.set(2 * TTL.toNanos() + 2);
        assertThatThrownBy(() -> cache.get("good", known -> {
            throw new ReviewFailed("away", false, null);
        })).isInstanceOf(ReviewFailed.class);
        assertThat(cache.get("good", known -> known)).as("known after a review that failed").isTrue();
        nanos.set(3 * TTL.toNanos() + 3);
        assertThat(cache.get("good", known -> false)).as("revoked").isFalse();
        nanos.set(4 * TTL.toNanos() + 4);
        assertThat(cache.get("good", known -> known)).as("no longer known").isFalse();
    }

    @Test
    void whoFindsNoRoomInTimeIsToldSoAndLeavesNothingBehind() throws Exception {
        ReviewLimiter room = new ReviewLimiter(Duration.ofMillis(20));
        CountDownLatch entered = new CountDownLatch(2);
        try (ExecutorService strangers = Executors.newVirtualThreadPerTaskExecutor()) {
            List<Future<String>> waiting = IntStream.range(0, 2)
                    .mapToObj(i -> strangers.submit(() -> room.ask("10.0.0.1", false, () -> {
                        entered.countDown();
                        await(garbageAnswered);
                        return "late";
                    })))
                    .toList();
            entered.await();
            assertThatThrownBy(() -> room.ask("10.0.0.1", false, () -> "never")).isInstanceOf(ReviewFailed.class)
                    .hasMessageContaining("too many requests");
            assertThat(room.ask("10.0.0.2", false, () -> "at once")).isEqualTo("at once");
            garbageAnswered.countDown();
            for (Future<String> each : waiting)
                assertThat(each.get()).isEqualTo("late");
            assertThat(room.ask("10.0.0.1", false, () -> "at once")).isEqualTo("at once");
        }
    }
}
