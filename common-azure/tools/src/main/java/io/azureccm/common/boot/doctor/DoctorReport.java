package io.azureccm.common.boot.doctor;

import io.azureccm.common.boot.doctor.Finding.Result;
import java.util.ArrayList;
import java.util.List;

/** All findings as text, and the exit code of the process: 0 if all checks succeed, 1 for failures, 2 for warnings only. */
public record DoctorReport(List<Finding> findings) {
    public DoctorReport {
        findings = List.copyOf(findings);
    }

    public int exitCode() {
        return count(Result.FAILURE) > 0 ? 1 : warningsAlone() ? 2 : 0;
    }

    /** True if there are warnings but no failures. */
    public boolean warningsAlone() {
        return count(Result.FAILURE) == 0 && count(Result.WARNING) > 0;
    }

    /** One line per finding with the command below it, and a final line with the number of findings of each kind. */
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
