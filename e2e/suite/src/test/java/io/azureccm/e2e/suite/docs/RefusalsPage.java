package io.azureccm.e2e.suite.docs;

import io.azureccm.common.core.refusal.RefusalCatalogue;
import io.azureccm.common.core.refusal.RefusalCode;
import io.azureccm.common.core.refusal.RefusalSubject;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/** What the error codes of ARM say about a refused write. */
final class RefusalsPage {
    private RefusalsPage() {}

    static String text() {
        StringBuilder page = new StringBuilder(
                """
                        # Error codes of refused writes

                        When Azure refuses a write for good, its code, and the ids and names in its message, say what the refusal is about ([what happens to others](../explanation/isolation.md)).
                        A code that is not here is searched. If Azure names the narrowest scope of a lock as the resource itself, or a policy evaluated only its name, type, location, SKU or (not of a public IP) tags, the refusal is
                        about the resource.
                        """);
        for (RefusalSubject subject : RefusalSubject.values()) {
            Map<String, List<RefusalCode>> rows = RefusalCatalogue.rows()
                    .stream()
                    .filter(row -> row.subject() == subject)
                    .collect(Collectors.groupingBy(RefusalCode::occasion, LinkedHashMap::new, Collectors.toList()));
            if (rows.isEmpty())
                continue;
            page.append("\n## ")
                    .append(Character.toUpperCase(subject.meaning().charAt(0)))
                    .append(subject.meaning().substring(1))
                    .append("\n\nConcerns ")
                    .append(subject.concerned())
                    .append(".\n\n| Code, with its source | When |\n|---|---|\n");
            rows.forEach((occasion, codes) -> page.append("| ")
                    .append(codes.stream()
                            .map(each -> "[`" + each.code() + "`](" + each.source().page() + ")")
                            .collect(Collectors.joining(", ")))
                    .append(" | ")
                    .append(occasion)
                    .append(" |\n"));
        }
        page.append(
                """

                        Not refusals, sent again after a pause: `AnotherOperationInProgress`, `RetryableError`, `RetryableErrorDueToAnotherOperation`, `OperationPreempted`, `Conflict`, and other 409 of compute.
                        `CanceledAndSupersededDueToAnotherOperation` and 412: read and planned again.
                        """);
        return page.toString();
    }
}
