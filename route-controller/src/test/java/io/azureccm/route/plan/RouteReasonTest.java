package io.azureccm.route.plan;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.azureccm.common.core.Outcome;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.EnumSet;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Each answer of Azure to a write and each refusal of a planner has a reason, and each reason is used. */
class RouteReasonTest {
    private static final Pattern REFUSAL = Pattern.compile("(?:\\.refused\\(|new Refusal\\()\\s*\"(\\w+)\"");

    @ParameterizedTest
    @CsvSource({"403, AuthorizationFailed, FORBIDDEN", "401, InvalidAuthenticationToken, FORBIDDEN",
            "403, RequestDisallowedByPolicy, DENIED_BY_POLICY", "409, ScopeLocked, LOCKED",
            "400, RouteTablesQuotaExceeded, LIMIT_REACHED", "400, RoutesPerRouteTableLimitReached, LIMIT_REACHED",
            "400, InvalidRequestFormat, REJECTED"})
    void answerThatRejectsAWriteComesToAReasonByItsCode(int status, String code, RouteReason reason) {
        assertThat(RouteReason.ofOutcome(new Outcome.Rejected(status, code, "no"))).isEqualTo(reason);
    }

    @Test
    void outcomeThatRejectsNothingComesToAReason() {
        assertThat(RouteReason.ofOutcome(new Outcome.Throttled(Instant.MAX, "slow down")))
                .isEqualTo(RouteReason.THROTTLED);
        assertThat(RouteReason.ofOutcome(new Outcome.Conflict("412"))).isEqualTo(RouteReason.CHANGED_MEANWHILE);
        assertThat(RouteReason.ofOutcome(new Outcome.Unknown("lost"))).isEqualTo(RouteReason.OUTCOME_UNKNOWN);
    }

    @Test
    void aCodeWithoutReasonIsAMistake() {
        assertThatThrownBy(() -> RouteReason.ofRefusal("Unheard")).hasMessage("no reason for Unheard");
    }

    @Test
    void refusalsOfPlannersAndReasonsAreTheSame() throws IOException {
        Set<RouteReason> refusals = EnumSet.noneOf(RouteReason.class);
        try (Stream<Path> files = Files.walk(Path.of("src/main/java/io/azureccm/route/plan"))) {
            for (Path file : files.filter(each -> each.toString().endsWith(".java")).toList()) {
                Matcher code = REFUSAL.matcher(Files.readString(file));
                while (code.find())
                    refusals.add(RouteReason.ofRefusal(code.group(1)));
            }
        }
        Set<RouteReason> others = EnumSet.of(RouteReason.NO_POD_CIDR, RouteReason.AZURE_UNREADABLE,
                RouteReason.FORBIDDEN, RouteReason.DENIED_BY_POLICY, RouteReason.LOCKED, RouteReason.LIMIT_REACHED,
                RouteReason.REJECTED, RouteReason.THROTTLED, RouteReason.CHANGED_MEANWHILE,
                RouteReason.OUTCOME_UNKNOWN, RouteReason.NOT_TRIED_YET);
        assertThat(refusals).doesNotContainAnyElementsOf(others).hasSize(RouteReason.values().length - others.size());
    }
}
