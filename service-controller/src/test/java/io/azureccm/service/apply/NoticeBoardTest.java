package io.azureccm.service.apply;

import static org.assertj.core.api.Assertions.assertThat;

import io.azureccm.service.intent.Notice;
import io.azureccm.service.intent.Notice.Source;
import io.fabric8.kubernetes.api.model.Service;
import io.fabric8.kubernetes.api.model.ServiceBuilder;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** A notice is said once, until the Service or what is to be said changes. */
class NoticeBoardTest {
    private static final Notice FLAG = Notice.warning(Source.SERVICE_CONTROLLER, "UnclearAnnotation", "flag");
    private static final Notice ADDRESS = Notice.warning(Source.AZURE, "DeletingFrontendIPConfiguration", "kept");

    private final NoticeBoard board = new NoticeBoard();

    @Test
    void same_notice_is_not_repeated_for_a_service_that_stays_as_it_is() {
        assertThat(board.news(service("1", "yes"), List.of(FLAG))).containsExactly(FLAG);
        assertThat(board.news(service("2", "yes"), List.of(FLAG))).as("only its status changed").isEmpty();
    }

    @Test
    void another_notice_is_said_beside_one_that_was_said_before() {
        board.news(service("1", "yes"), List.of(FLAG));
        assertThat(board.news(service("1", "yes"), List.of(FLAG, ADDRESS))).containsExactly(ADDRESS);
    }

    @Test
    void changed_service_hears_everything_again() {
        board.news(service("1", "yes"), List.of(FLAG));
        assertThat(board.news(service("2", "1"), List.of(FLAG))).containsExactly(FLAG);
    }

    @Test
    void notice_that_went_away_and_came_back_is_said_again() {
        board.news(service("1", "yes"), List.of(FLAG, ADDRESS));
        board.news(service("1", "yes"), List.of(FLAG));
        assertThat(board.news(service("1", "yes"), List.of(FLAG, ADDRESS))).containsExactly(ADDRESS);
        board.news(service("1", "yes"), List.of());
        assertThat(board.news(service("1", "yes"), List.of(FLAG))).containsExactly(FLAG);
    }

    @Test
    void notice_of_a_pass_that_could_not_read_leaves_the_others_said() {
        board.news(service("1", "yes"), List.of(FLAG));
        assertThat(board.isNews(service("1", "yes"), ADDRESS)).isTrue();
        assertThat(board.isNews(service("1", "yes"), ADDRESS)).isFalse();
        assertThat(board.news(service("1", "yes"), List.of(FLAG))).isEmpty();
        assertThat(board.isNews(service("1", "no"), ADDRESS)).as("the Service changed").isTrue();
    }

    @Test
    void services_that_are_gone_are_forgotten() {
        board.news(service("1", "yes"), List.of(FLAG));
        board.retain(Set.of("other"));
        assertThat(board.news(service("1", "yes"), List.of(FLAG))).containsExactly(FLAG);
    }

    private static Service service(String version, String value) {
        return new ServiceBuilder().withNewMetadata()
                .withName("web")
                .withNamespace("shop")
                .withUid("u")
                .withResourceVersion(version)
                .addToAnnotations("service.beta.kubernetes.io/azure-load-balancer-internal", value)
                .endMetadata()
                .withNewSpec()
                .withType("LoadBalancer")
                .endSpec()
                .build();
    }
}
