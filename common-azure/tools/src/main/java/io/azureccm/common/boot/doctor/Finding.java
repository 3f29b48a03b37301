package io.azureccm.common.boot.doctor;

/** The result of one check: one line, and the command that fixes the problem ("" if the result is ok). */
public record Finding(String check, Result result, String line, String remedy) {
    /** The severity of a finding. */
    public enum Result {
        OK("ok"), WARNING("warning"), FAILURE("failure");

        private final String word;

        Result(String word) {
            this.word = word;
        }

        @Override
        public String toString() {
            return word;
        }
    }

    static Finding ok(String check, String line) {
        return new Finding(check, Result.OK, line, "");
    }

    static Finding warning(String check, String line, String remedy) {
        return new Finding(check, Result.WARNING, line, remedy);
    }

    static Finding failure(String check, String line, String remedy) {
        return new Finding(check, Result.FAILURE, line, remedy);
    }
}
