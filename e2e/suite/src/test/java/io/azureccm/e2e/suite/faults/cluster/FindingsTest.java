package io.azureccm.e2e.suite.faults.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** Whose reasons may be shown by whom. */
class FindingsTest {
    @Test
    void onlyTheCulpritsMayShowTheReasonThatIsAboutThem() {
        Findings findings = new Findings();
        findings.reasons(Map.of("SomethingNew", Set.of("svc-1")));
        findings.judgeReason("svc-1", "PUT loadBalancers/lb: HTTP 400 SomethingNew: no");
        findings.judgeReason("svc-2", "PUT loadBalancers/lb: HTTP 429 TooManyRequests: later");
        assertThat(findings.all()).isEmpty();

        findings.judgeReason("svc-2", "PUT loadBalancers/lb: HTTP 400 SomethingNew: no");
        assertThat(findings.all()).containsExactly("svc-2 shows SomethingNew, which is about [svc-1]:"
                + " PUT loadBalancers/lb: HTTP 400 SomethingNew: no");
    }
}
