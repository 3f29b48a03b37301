package io.azureccm.common.serve;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.ObjectMapper;
import io.azureccm.common.config.options.AuthorizationOptions;
import io.azureccm.common.kube.ScriptedApi;
import io.azureccm.common.kube.client.ApiRequests;
import io.azureccm.common.serve.Reviews.ReviewFailed;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What is asked of the Kubernetes API, how often, and how long its answers count. */
class AuthorizerTest {
    private static final String ADDRESS = "10.0.0.7";
    private static final UserInfo JANE = UserInfo.authenticated("jane", "7", List.of("ops"),
            Map.of("scopes", List.of("a")));

    private ScriptedApi api;
    private KubernetesClient client;
    private final AtomicLong nanos = new AtomicLong();

    @BeforeEach
    void start() throws Exception {
        api = new ScriptedApi();
        client = api.client();
    }

    @AfterEach
    void stop() {
        client.close();
        api.close();
    }

    private Authorizer authorizer(String... open) {
        return new Authorizer(new Reviews(new ApiRequests(client), api.url()), new AuthorizationOptions("",
                List.of(open), Duration.ofSeconds(10), Duration.ofSeconds(2)), nanos::get);
    }

    private TokenReviews tokens() {
        return new TokenReviews(new Reviews(new ApiRequests(client), api.url()), Duration.ofSeconds(10), nanos::get);
    }

    @Test
    void theQuestionIsTheOneOfTheReference() throws Exception {
        api.answer(request -> ScriptedApi.json("{\"status\": {\"allowed\": true, \"reason\": \"RBAC: yes\"}}"));
        assertThat(authorizer().decide(JANE, "get", "/metrics", ADDRESS))
                .isEqualTo(new Authorizer.Decision(true, "RBAC: yes"));
        ObjectMapper json = new ObjectMapper();
        assertThat(json.readTree(api.requests().getFirst().body())).isEqualTo(json.readTree("""
                {"apiVersion": "authorization.k8s.io/v1", "kind": "SubjectAccessReview", "spec": {"user": "jane",
                 "uid": "7", "groups": ["ops", "system:authenticated"], "extra": {"scopes": ["a"]},
                 "nonResourceAttributes": {"path": "/metrics", "verb": "get"}}}"""));
    }

    @Test
    void yesAndNoCountAsLongAsTheFlagsSay() throws Exception {
        Authorizer authorizer = authorizer();
        api.answer(request -> ScriptedApi.json("{\"status\": {\"allowed\": " + request.body().contains("/yes") + "}}"));
        for (long second : List.of(0L, 1L, 3L, 9L, 11L)) {
            nanos.set(Duration.ofSeconds(second).toNanos());
            assertThat(authorizer.decide(JANE, "get", "/yes", ADDRESS).allowed()).isTrue();
            assertThat(authorizer.decide(JANE, "get", "/no", ADDRESS).allowed()).isFalse();
        }
        assertThat(api.requests().stream().filter(each -> each.body().contains("/yes"))).hasSize(2);
        assertThat(api.requests().stream().filter(each -> each.body().contains("/no"))).hasSize(4);
    }

    @Test
    void anAnswerThatNeverCameIsAskedForAgain() throws Exception {
        Authorizer authorizer = authorizer();
        api.answer(request -> ScriptedApi.status(500, "broken"));
        assertThatThrownBy(() -> authorizer.decide(JANE, "get", "/metrics", ADDRESS)).isInstanceOf(ReviewFailed.class)
                .hasMessageContaining("broken");
        assertThat(api.requests()).as("tries of the client").hasSize(3);
        api.answer(request -> ScriptedApi.json("{\"status\": {\"allowed\": true}}"));
        assertThat(authorizer.decide(JANE, "get", "/metrics", ADDRESS).allowed()).isTrue();
    }

    @Test
    void aDenialGoesBeforeAPermission() throws Exception {
        api.answer(request -> ScriptedApi.json("{\"status\": {\"allowed\": true, \"denied\": true}}"));
        assertThat(authorizer().decide(JANE, "get", "/metrics", ADDRESS).allowed()).isFalse();
    }

    @Test
    void mastersMayDoEverythingWithoutAQuestion() throws Exception {
        UserInfo master = UserInfo.authenticated("root", "", List.of("system:masters"), Map.of());
        assertThat(authorizer().decide(master, "get", "/metrics", ADDRESS).allowed()).isTrue();
        assertThat(api.requests()).isEmpty();
    }

    @ParameterizedTest
    @CsvSource({"/healthz, true", "/healthz/leader, false", "/live, false", "/actuator/health, true",
            "/actuator/health/liveness, true", "/actuator/healthy, false", "/version, true"})
    void openPathsAreExactUnlessTheyEndInAStar(String path, boolean open) {
        assertThat(authorizer("/healthz", "version", "/actuator/health", "/actuator/health/*").isOpen(path))
                .isEqualTo(open);
    }

    @Test
    void aTokenIsReviewedOnceForAWhileWhetherItIsKnownOrNot() throws Exception {
        TokenReviews tokens = tokens();
        api.answer(request -> ScriptedApi.json(request.body().contains("good") ? """
                {"status": {"authenticated": true, "user": {"username": "jane", "uid": "7", "groups": ["ops"],
                 "extra": {"scopes": ["a"]}}}}""" : "{\"status\": {\"authenticated\": false}}"));
        for (int i = 0; i < 3; i++) {
            assertThat(tokens.user("good", ADDRESS)).contains(JANE);
            assertThat(tokens.user("bad", ADDRESS)).isEmpty();
        }
        assertThat(api.requests()).hasSize(2);
        nanos.set(Duration.ofSeconds(10).toNanos());
        tokens.user("good", ADDRESS);
        assertThat(api.requests()).hasSize(3);
    }

    @Test
    void whatAReviewSaysIsNotToldToTheUnknown() {
        assertThat(Refusal.forbidden(UserInfo.ANONYMOUS, "get", "/metrics", "RBAC: no role of kube-system").message())
                .isEqualTo("forbidden: User \"system:anonymous\" cannot get path \"/metrics\"");
        assertThat(Refusal.forbidden(JANE, "get", "/metrics", "RBAC: no").message())
                .isEqualTo("forbidden: User \"jane\" cannot get path \"/metrics\": RBAC: no");
    }
}
