package io.azureccm.service.plan.tenant;

import static org.assertj.core.api.Assertions.assertThat;

import io.azureccm.common.core.ArmTypes;
import io.azureccm.common.core.Refusal;
import io.azureccm.service.model.PublicIp;
import io.azureccm.service.plan.Services;
import io.azureccm.service.plan.World;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The DNS label of a public IP that a user created is that of the Service that named it first. */
class SharedLabelTest {
    private final World world = new World(1);

    @BeforeEach
    void first() {
        TenantWorlds.standing(world);
        world.service(web().yaml());
        world.converge();
    }

    @ParameterizedTest(name = "\"{1}\" by {0}, created {2}")
    @CsvSource({"team-a,'',2026-01-02", "team-b,'',2026-01-02", "team-b,mine,2026-01-02", "team-b,'',2025-01-02",
            "team-b,mine,2025-01-02"})
    void sharerCannotChangeIt(String namespace, String label, String created) {
        world.service(guest(namespace, label).created(created + "T00:00:00Z").yaml());
        world.converge();
        assertThat(label()).isEqualTo("shop");
        assertThat(refusals()).singleElement().satisfies(refusal -> {
            assertThat(refusal.code()).isEqualTo("DNSLabelInUse");
            assertThat(refusal.subject()).isEqualTo(namespace + "/guest");
            assertThat(refusal.message()).contains(namespace.equals("team-a")
                    ? "existing service team-a/web consuming the DNS label"
                    : "existing service of another namespace consuming the DNS label");
        });
        world.gone("guest");
        world.converge();
        assertThat(label()).isEqualTo("shop");
    }

    @Test
    void sharerMayRequestTheSame() {
        world.service(guest("team-b", "SHOP").yaml());
        world.converge();
        assertThat(refusals()).isEmpty();
        assertThat(label()).isEqualTo("shop");
    }

    @ParameterizedTest(name = "\"{0}\"")
    @CsvSource({"''", "mine"})
    void firstServiceChangesIt(String label) {
        world.service(guest("team-b", "shop").yaml());
        world.converge();
        world.service(web().annotation("azure-dns-label-name", label).yaml());
        world.converge();
        assertThat(label()).isEqualTo(label);
        assertThat(refusals()).extracting(Refusal::subject).containsExactly("team-b/guest");
    }

    @Test
    void nextServiceChangesItOnceTheFirstOneIsGone() {
        world.service(guest("team-b", "mine").yaml());
        world.converge();
        world.gone("web");
        world.converge();
        world.forget("web");
        world.converge();
        assertThat(label()).isEqualTo("mine");
        assertThat(refusals()).isEmpty();
    }

    private String label() {
        return world.resource(ArmTypes.PUBLIC_IP, "labelled").map(PublicIp::of).orElseThrow().dnsLabel();
    }

    private List<Refusal> refusals() {
        return world.plan().plan().refusals();
    }

    private static Services web() {
        return Services.named("web").in("team-a").port("TCP", 80).annotation("azure-pip-name", "labelled");
    }

    private static Services guest(String namespace, String label) {
        return Services.named("guest")
                .in(namespace)
                .created("2026-01-02T00:00:00Z")
                .port("TCP", 81)
                .annotation("azure-pip-name", "labelled")
                .annotation("azure-dns-label-name", label);
    }
}
