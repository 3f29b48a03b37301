package io.azureccm.common.boot.doctor;

import io.azureccm.common.boot.doctor.Finding.Result;
import java.util.ArrayList;
import java.util.List;

/** All findings as text, and what the process ends with: 0 all well, 1 failures, 2 warnings alone. */
public record DoctorReport(List<Finding> findings) {
    public DoctorReport {
        findings = List.copyOf(findings);
    }

    public int exitCode() {
        return count(Result.FAILURE) > 0 ? 1 : warningsAlone() ? 2 : 0;
    }

    /** Whether there are warnings, and no failures. */
    public boolean warningsAlone() {
        return count(Result.FAILURE) == 0 && count(Result.WARNING) > 0;
    }

    /** A line for each finding, the command below it, and a line with how many there are of each kind. */
    public List<String> lines() {
        List<String> lines = new ArrayList<>();
        for (Finding finding : findings) {
            lines.add("%-8s %-15s %s".formatted(finding.result(), finding.check(), finding.line()));
            if (!finding.remedy().isEmpty())
                lines.add(" ".repeat(9) + "-> " + finding.remedy());
        }
        lines.add("checks: %d, ok: %d, warnings: %d, failures: %d".formatted(findings.size(), count(Result.OK),
                count(Result.WARNING), count(Result.FAILURE)));
        return lines;
    }

    private long count(Result result) {
        return findings.stream().filter(finding -> finding.result() == result).count();
    }
}
