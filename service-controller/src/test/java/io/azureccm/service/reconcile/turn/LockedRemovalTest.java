package io.azureccm.service.reconcile.turn;

import static org.assertj.core.api.Assertions.assertThat;

import io.azureccm.common.core.ArmTypes;
import io.azureccm.common.core.Outcome;
import io.azureccm.service.plan.Services;
import io.azureccm.service.plan.World;
import io.azureccm.service.spec.ServiceSpec;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** What the condition of a Service says that is deleted while a lock keeps its resources. */
class LockedRemovalTest {
    private static final Outcome LOCKED = new Outcome.Rejected(409, "ScopeLocked", "The scope '/subscriptions/s/.../lb'"
            + " cannot perform delete operation because following scope(s) are locked: '/subscriptions/s/resourceGroups/k8s'."
            + " Please remove the lock and try again.");

    private final World world = new World(1);
    private final ServiceSpec web = world.service(Services.named("web").port("TCP", 80).port("TCP", 443).yaml());

    @Test
    void whatIsLeftAndTheLockedScopeAreNamed() {
        world.converge();
        assertThat(text(LOCKED))
                .contains("the Service still has its frontend and 2 rules on load balancer kubernetes, public"
                        + " IP kubernetes-" + web.baseName() + " (20.0.0.5) in Azure, because a lock on"
                        + " '/subscriptions/s/resourceGroups/k8s' prevents the deletion: remove the lock, and the deletion goes on");
    }

    @Test
    void onlyWhatIsLeftIsNamed() {
        world.converge();
        world.resources().keySet().removeIf(id -> id.hasType(ArmTypes.LOAD_BALANCER));
        assertThat(text(LOCKED)).hasValueSatisfying(text -> assertThat(text)
                .startsWith("the Service still has public IP kubernetes-" + web.baseName() + " (20.0.0.5) in Azure"));
        world.resources().keySet().removeIf(id -> id.hasType(ArmTypes.PUBLIC_IP));
        assertThat(text(LOCKED)).isEmpty();
    }

    @Test
    void otherRefusalsAreToldInAzuresWordsAlone() {
        world.converge();
        assertThat(text(new Outcome.Rejected(403, "AuthorizationFailed", "no"))).isEmpty();
        assertThat(text(new Outcome.Unknown("timeout"))).isEmpty();
        assertThat(text(new Outcome.Rejected(409, "ScopeLocked", "in other words"))).hasValueSatisfying(
                text -> assertThat(text).contains("because a lock prevents the deletion"));
    }

    private Optional<String> text(Outcome outcome) {
        return new LockedRemoval(world.observedState()).text(web.gone(), outcome);
    }
}
