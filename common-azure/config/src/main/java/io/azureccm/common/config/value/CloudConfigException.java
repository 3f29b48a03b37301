package io.azureccm.common.config.value;

import java.util.List;
import java.util.stream.Collectors;

/** The configuration cannot be used; the message has one line for each error and contains no secrets. */
public final class CloudConfigException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    private final transient List<ConfigProblem> problems;

    public CloudConfigException(List<ConfigProblem> problems) {
        super(problems.stream()
                .filter(ConfigProblem::isError)
                .map(ConfigProblem::text)
                .collect(Collectors.joining(System.lineSeparator())));
        this.problems = List.copyOf(problems);
    }

    public List<ConfigProblem> problems() {
        return problems;
    }
}
