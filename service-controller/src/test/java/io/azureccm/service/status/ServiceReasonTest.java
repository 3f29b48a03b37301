package io.azureccm.service.status;

import static org.assertj.core.api.Assertions.assertThat;

import io.azureccm.common.core.Outcome;
import io.azureccm.common.core.Outcome.NotAttempted.Reason;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Arrays;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ServiceReasonTest {
    @ParameterizedTest
    @CsvSource({"403, AuthorizationFailed, FORBIDDEN", "403, LinkedAuthorizationFailed, FORBIDDEN",
            "403, RequestDisallowedByPolicy, DENIED_BY_POLICY", "409, ScopeLocked, LOCKED",
            "400, PublicIPCountLimitReached, QUOTA_EXCEEDED", "409, QuotaExceeded, QUOTA_EXCEEDED",
            "400, RulesUseSameBackendPortProtocolAndPool, REJECTED", "404, ResourceNotFound, REJECTED"})
    void whatAzureRejectsIsToldApartByItsCode(int status, String code, ServiceReason reason) {
        assertThat(ServiceReason.ofOutcome(new Outcome.Rejected(status, code, "no"))).contains(reason);
    }

    @Test
    void quotaIsFoundInTheMessageOfACodeThatSaysLess() {
        assertThat(ServiceReason.ofOutcome(new Outcome.Rejected(409, "OperationNotAllowed",
                "Operation could not be completed as it results in exceeding approved Total Regional Cores quota.")))
                .contains(ServiceReason.QUOTA_EXCEEDED);
    }

    @Test
    void everyOtherEndOfAWriteHasItsReason() {
        assertThat(ServiceReason.ofOutcome(new Outcome.Conflict("412"))).contains(ServiceReason.CHANGED_MEANWHILE);
        assertThat(ServiceReason.ofOutcome(new Outcome.Throttled(Instant.EPOCH, "429")))
                .contains(ServiceReason.THROTTLED);
        assertThat(ServiceReason.ofOutcome(new Outcome.Unknown("timeout"))).contains(ServiceReason.OUTCOME_UNKNOWN);
        assertThat(ServiceReason.ofOutcome(new Outcome.NotAttempted(Reason.PREREQUISITE_FAILED, "x")))
                .contains(ServiceReason.INCOMPLETE);
        assertThat(ServiceReason.ofOutcome(new Outcome.NotAttempted(Reason.NOT_LEADER, "x"))).isEmpty();
        assertThat(ServiceReason.ofOutcome(new Outcome.NoChange())).isEmpty();
    }

    @Test
    void refusalsOfAPlanAreToldApartByTheirCode() {
        assertThat(ServiceReason.ofRefusal("PortConflict", "no")).isEqualTo(ServiceReason.IN_USE);
        assertThat(ServiceReason.ofRefusal("SubnetNotFound", "no")).isEqualTo(ServiceReason.NOT_FOUND);
        assertThat(ServiceReason.ofRefusal("ScopeLocked", "Azure's own")).isEqualTo(ServiceReason.LOCKED);
        assertThat(ServiceReason.ofRefusal("BadRule", "Azure's own")).isEqualTo(ServiceReason.REJECTED);
    }

    /** Otherwise it would be taken for an answer of Azure. */
    @Test
    void everyCodeThatAPlanRefusesWithIsInTheCatalogue() throws IOException {
        Pattern code = Pattern.compile("(?:new Refusal|refused)\\(\"([A-Z][A-Za-z]+)\"");
        Set<String> codes = new TreeSet<>();
        try (Stream<Path> files = Files.walk(Path.of("src/main/java"))) {
            for (Path file : files.filter(each -> each.toString().endsWith(".java")).toList()) {
                code.matcher(Files.readString(file)).results().forEach(found -> codes.add(found.group(1)));
            }
        }
        assertThat(codes).hasSizeGreaterThan(15);
        codes.remove("OrphansOnly");
        assertThat(codes)
                .allMatch(each -> Arrays.stream(ServiceReason.values()).anyMatch(reason -> reason.covers(each)));
    }

    @Test
    void wordsAreWhatTheKubernetesApiAllows() {
        assertThat(Arrays.stream(ServiceReason.values()).map(ServiceReason::word)).doesNotHaveDuplicates()
                .allMatch(word -> word.matches("[A-Za-z]([A-Za-z0-9_,:]*[A-Za-z0-9_])?"));
    }
}
