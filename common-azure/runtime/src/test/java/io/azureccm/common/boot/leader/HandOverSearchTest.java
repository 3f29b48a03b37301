package io.azureccm.common.boot.leader;

import static org.assertj.core.api.Assertions.assertThat;

import io.azureccm.common.config.flags.ControllerFlags;
import io.azureccm.common.config.options.App;
import io.azureccm.common.config.options.LeaseName;
import io.azureccm.common.kube.Await;
import io.fabric8.kubernetes.client.KubernetesClientException;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** In which namespaces, and by which names, leases of other programs are found. */
class HandOverSearchTest extends HandOverGuardFixture {
    @Test
    void leaderIsHeldByALeaseThatIsRenewedInAnyNamespace() {
        guard = guard();
        elsewhere.renew(0);
        grant();
        guard.start();
        Await.until("seen", () -> elsewhere.checks.get() > 1);
        elsewhere.renew(2);
        awaitState(1, HandOverState.HELD);
        assertThat(guard.refusal().orElse("")).contains("lease elsewhere/cloud-controller-manager");
        nanos.addAndGet(Duration.ofSeconds(15).toNanos());
        awaitState(1, HandOverState.CLEARED);
    }

    @Test
    void searchThatIsNotAllowedHoldsNobodyAndIsTold() {
        guard = guard();
        searchFailure = new KubernetesClientException("leases is forbidden", 403, null);
        elsewhere.renew(0);
        grant();
        guard.start();
        awaitState(1, HandOverState.CLEARED);
        assertThat(HandOverText.state(guard.known().leases().get(LeaseName.ANY_GO_CONTROLLER_MANAGER)))
                .startsWith("not searched: ")
                .contains("403");
        assertThat(guard.known().leases().get(LeaseName.ANY_GO_CONTROLLER_MANAGER).isRenewed()).isEmpty();
    }

    @Test
    void searchThatFailsIsWaitedForButNotForEver() {
        guard = guard();
        searchFailure = new KubernetesClientException("away", 503, null);
        grant();
        guard.start();
        awaitChecks();
        assertThat(guard.handOverState(1)).isEqualTo(HandOverState.WAITING);
        nanos.addAndGet(Duration.ofSeconds(15).toNanos());
        awaitState(1, HandOverState.CLEARED);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            --leader-elect-resource-namespace=kube-system | kube-system/azure-service-controller
            --leader-elect-resource-namespace=openshift-cloud-controller-manager | openshift-cloud-controller-manager/azure-service-controller
            """)
    void ownLeaseIsNotThatOfAnother(String flag, String own) {
        assertThat(waitFor(flag)).doesNotContain(own)
                .contains("kube-system/cloud-controller-manager", "*/cloud-controller-manager");
    }

    @Test
    void managerWithTheSameFlagsIsWaitedForAndAListIsExact() {
        assertThat(waitFor("--leader-elect-resource-namespace=x")).containsExactly(
                "kube-system/cloud-controller-manager", "kube-system/azure-service-controller",
                "*/cloud-controller-manager", "x/cloud-controller-manager");
        assertThat(waitFor("--leader-elect-resource-namespace=x", "--wait-for-leases=a/b,*/c"))
                .containsExactly("a/b", "*/c");
        assertThat(waitFor("--leader-elect-resource-namespace=x",
                "--leader-elect-resource-name=cloud-controller-manager")).doesNotContain("x/cloud-controller-manager");
    }

    private static List<String> waitFor(String... flags) {
        return ControllerFlags
                .parse(App.SERVICE, Stream.concat(Stream.of("--cloud-config=none"), Stream.of(flags)).toList())
                .orThrow()
                .options()
                .leaderElection()
                .leasesOfOthers()
                .stream()
                .map(LeaseName::toString)
                .toList();
    }
}
