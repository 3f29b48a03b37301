package io.azureccm.service.reconcile.turn;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.azureccm.common.core.Outcome;
import io.azureccm.service.model.LoadBalancer;
import io.azureccm.service.observed.InFlightChanges;
import io.azureccm.service.observed.LoadBalancers;
import io.azureccm.service.observed.Machines;
import io.azureccm.service.observed.ObservedState;
import io.azureccm.service.observed.PublicIps;
import io.azureccm.service.observed.UnreadableState;
import io.azureccm.service.reconcile.known.KnownAzure;
import io.azureccm.service.reconcile.known.ServiceTiming;
import io.azureccm.service.reconcile.known.WriteMemory;
import io.azureccm.service.status.ServiceResult;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** A public IP that Azure does not delete blocks no Service, once it is known that another use is the reason. */
class KeptPublicIpTest extends ServiceResultsFixture {
    private static final Outcome KEPT = new Outcome.Rejected(400, "PublicIPAddressCannotBeDeleted", "in use");

    private int refusals;

    @Test
    void serviceIsServedAlthoughAPublicIpThatSomethingUnseenUsesStays() {
        operations.put(deletion, blocked(KEPT));
        refuse(ServiceResults.REFUSALS);

        assertThat(result()).contains(READY);
    }

    @Test
    void serviceIsGoneAlthoughAPublicIpThatSomethingUnseenUsesStays() {
        leave();
        operations.put(deletion, blocked(KEPT));
        refuse(ServiceResults.REFUSALS);

        assertThat(result()).contains(new ServiceResult.Gone());
    }

    @Test
    void serviceIsGoneAtOnceWhenAnothersFrontendIsSeenToUseItsPublicIp() {
        leave();
        operations.put(deletion, blocked(KEPT));
        refuse(1);
        azure = observed("Succeeded");

        assertThat(result()).contains(new ServiceResult.Gone());
    }

    @Test
    void serviceIsNotLetGoWhenItsPublicIpIsInUseOnlyUntilAnOperationHasEnded() {
        leave();
        operations.put(deletion, blocked(KEPT));
        refuse(1);

        assertThat(result().orElseThrow()).as("nobody is seen to use it").isInstanceOf(ServiceResult.Failed.class);
        azure = observed("Updating");
        assertThat(result().orElseThrow()).as("the frontend may be about to go")
                .isInstanceOf(ServiceResult.Failed.class);
    }

    @Test
    void serviceIsNotServedWhenItsPublicIpCouldNotBeDeletedForAnotherReason() {
        operations.put(deletion, blocked(REFUSED));

        assertThat(result().orElseThrow()).isInstanceOf(ServiceResult.Failed.class);
    }

    @Test
    void refusalsBeforeSomethingWasCarriedOutForTheServiceDoNotCount() {
        leave();
        operations.put(deletion, blocked(KEPT));
        refuse(ServiceResults.REFUSALS - 1);
        memory = memory.with(memory.writes()
                .after(balancer, new Outcome.Applied(null), subject -> false, ServiceTiming.DEFAULT.retries(), NOW));
        refuse(1);

        assertThat(result().orElseThrow()).as("its frontend has only now gone")
                .isInstanceOf(ServiceResult.Failed.class);
    }

    /** Azure has refused this many times to delete the public IP. */
    private void refuse(int times) {
        WriteMemory writes = memory.writes();
        for (int i = 0; i < times; i++)
            writes = writes.after(deletion, KEPT, subject -> false, ServiceTiming.DEFAULT.retries(),
                    NOW.plusSeconds(60L * ++refusals));
        memory = memory.with(writes);
    }

    /** A load balancer with a frontend at the public IP. */
    private static KnownAzure observed(String state) {
        ObjectNode balancer = JsonNodeFactory.instance.objectNode().put("id", RetryFixture.BALANCER.toString());
        ObjectNode properties = balancer.put("name", "kubernetes").putObject("properties");
        ObjectNode frontend = properties.put("provisioningState", state)
                .putArray("frontendIPConfigurations")
                .addObject()
                .put("name", "users");
        frontend.putObject("properties").putObject("publicIPAddress").put("id", RetryFixture.ADDRESS.toString());
        ObservedState all = new ObservedState(new LoadBalancers(List.of(LoadBalancer.of(balancer))),
                new PublicIps(List.of()),
                Optional.empty(), Map.of(), Map.of(),
                Optional.empty(), Machines.NONE, 0, InFlightChanges.UNKNOWN,
                UnreadableState.NONE);
        return KnownAzure.NOTHING.showing(Optional.of(all), Optional.empty());
    }
}
